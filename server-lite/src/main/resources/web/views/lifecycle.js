import { useEffect, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { State, Time } from "../components/marks.js";
import { Button, Card, PageHead, Tabs } from "../components/page.js";
import { Drawer } from "../components/dialog.js";
import { Empty, ErrorBox, Skeleton, whenLoaded } from "../components/states.js";
import { num, plural } from "../formats/counts.js";
import { words } from "../formats/words.js";
import { get, withQuery } from "../api.js";
import { useQuery } from "../query.js";
import { useParams } from "../router.js";
import { GateConfig } from "./lifecycle-gates.js";
import { PromotionQueue } from "./lifecycle-queue.js";

const PAGE = 500;
const MOST = 5000;
const WAY = ["discovered", "registered", "testing", "staging", "production"];

/** The way of agents to production: how many are where, who waits, who does badly, who is idle. */
export function Lifecycle() {
  const [params, update] = useParams();
  const gates = params.get("tab") === "gates";
  const state = params.get("state");
  return html`<${PageHead} title="Lifecycle gates" sub="Promote agents to production through review gates." />
    <${Tabs}
      label="Parts"
      tabs=${[["In progress", "/lifecycle", !gates], ["Gates", "/lifecycle?tab=gates", gates]]} />
    ${gates ? html`<${GateConfig} />` : html`<${Standing} />`}
    ${state && html`<${InState} key=${state} state=${state} onClose=${() => update({ state: null })} />`}`;
}

function Standing() {
  const query = useQuery("/api/lifecycle/overview", { every: 30 });
  return whenLoaded(query, 420, ({ overview }) =>
    overview.funnel.every((step) => step.count === 0)
      ? html`<div class="card"><${Empty} icon="recycle" title="No agent yet">
          <p>Agents come here by discovery, by their registration, or by their first call. Each gate then says what is in the way.</p>
          <a class="btn pri" href="/agents">Connect agent</a>
        </${Empty}></div>`
      : html`<${Funnel} funnel=${overview.funnel} />
          <div class="grid mt4">
            <${PromotionQueue} queue=${overview.promotionQueue} />
            <div class="pair">
              <${Degraded} agents=${overview.degradedAgents} />
              <${Stale} agents=${overview.staleCandidates} />
            </div>
          </div>`);
}

function Funnel({ funnel }) {
  const on = funnel.filter((step) => WAY.includes(step.state));
  const beside = funnel.filter((step) => !WAY.includes(step.state));
  const link = (step) => html`<li key=${step.state}>
    <a href=${"/lifecycle?state=" + step.state}><b>${num(step.count)}</b><span>${words(step.state)}</span></a>
  </li>`;
  return html`<${Card} title="Agents by state">
    <div class="funnel">
      <ol class="pipe" aria-label="On the way">${on.map(link)}</ol>
      <ul class="pipe" aria-label="Off the main path">${beside.map(link)}</ul>
    </div>
  </${Card}>`;
}

function Degraded({ agents }) {
  return html`<${Card} title="Degraded in production" padded=${false}>
    ${agents.length === 0
      ? html`<${Empty}
        level=${3} title="No degraded agents"
      ><p>Agents in production are held against their gate every minute.</p></${Empty}>`
      : html`<ul class="lines">
          ${agents.map(
            (a) => html`<li key=${a.agentId}>
              <div>
                <a class="t" href=${`/agents/${a.agentId}`}>${a.name}</a>
                <span class="dim d">${a.reasons.map((r) => words(r)).join(", ")}. Since <${Time} at=${a.since} /></span>
              </div>
              <${State} of="degraded" />
            </li>`,
          )}
        </ul>`}
  </${Card}>`;
}

function Stale({ agents }) {
  return html`<${Card} title="Idle agents" padded=${false}>
    ${agents.length === 0
      ? html`<${Empty}
        level=${3} title="No idle agents"><p>Agents without activity for a long time are listed here.</p></${Empty}>`
      : html`<ul class="lines">
          ${agents.map(
            (a) => html`<li key=${a.agentId}>
              <div>
                <a class="t" href=${`/agents/${a.agentId}`}>${a.name}</a>
                <span class="dim d">Idle for ${plural(a.idleDays, "day")}, last seen <${Time} at=${a.lastSeenAt} /></span>
              </div>
            </li>`,
          )}
        </ul>`}
  </${Card}>`;
}

/** The agents of one state, of which the API has no list of its own: all are read, and sorted out here. */
function InState({ state, onClose }) {
  const [found, set] = useState({ agents: null, error: null });
  const load = async () => {
    set({ agents: null, error: null });
    try {
      const agents = [];
      for (let offset = 0; offset < MOST; offset += PAGE) {
        const page = await get(withQuery("/api/agents", { limit: PAGE, offset: offset || null }));
        agents.push(...page.agents);
        if (agents.length >= page.total || page.agents.length === 0) break;
      }
      set({ agents: agents.filter((agent) => agent.lifecycleState === state), error: null });
    } catch (error) {
      set({ agents: null, error });
    }
  };
  useEffect(() => {
    load();
  }, []);
  const { agents, error } = found;
  return html`<${Drawer} label=${words(state)} onClose=${onClose}>
    <div class="dl-b flat">
      ${error && html`<${ErrorBox} error=${error} retry=${load} />`}
      ${!agents && !error && html`<${Skeleton} height=${200} />`}
      ${agents?.length === 0 && html`<${Empty} icon="bot" level=${3} title="No agent is in this state" />`}
      ${agents?.length > 0 &&
      html`<p class="dim">${plural(agents.length, "agent")}</p>
        <ul class="lines">
          ${agents.map(
            (a) => html`<li key=${a.id}>
              <div>
                <a class="t" href=${`/agents/${a.id}?tab=lifecycle`}>${a.name}</a>
                <span class="dim d">${words(a.platform)}${a.owner?.name && `, ${a.owner.name}`}. Last seen <${Time} at=${a.lastSeenAt} /></span>
              </div>
              <${State} of=${a.health} />
            </li>`,
          )}
        </ul>`}
    </div>
    <div class="dl-f"><${Button} onClick=${onClose}>Close</${Button}></div>
  </${Drawer}>`;
}
