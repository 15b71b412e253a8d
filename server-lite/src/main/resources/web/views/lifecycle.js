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
import { PromotionQueue, blocker } from "./lifecycle-queue.js";

const PAGE = 500;
const MOST = 5000;
const WAY = ["discovered", "registered", "testing", "staging", "production"];

/** The lifecycle overview: agents by state, promotions, degraded and idle agents. */
export function Lifecycle() {
  const [params, update] = useParams();
  const gates = params.get("tab") === "gates";
  const state = params.get("state");
  return html`<${PageHead} title="Lifecycle gates" sub="Promote agents to production through review gates." />
    <${Tabs}
      label="Lifecycle gates"
      tabs=${[["In progress", "/lifecycle", !gates], ["Gates", "/lifecycle?tab=gates", gates]]} />
    ${gates ? html`<${GateConfig} />` : html`<${Standing} />`}
    ${state && html`<${InState} key=${state} state=${state} onClose=${() => update({ state: null })} />`}`;
}

function Standing() {
  const query = useQuery("/api/lifecycle/overview", { every: 30 });
  return whenLoaded(query, 420, ({ overview }) =>
    overview.funnel.every((step) => step.count === 0)
      ? html`<div class="card"><${Empty} icon="recycle" title="No agents yet">
          <p>Agents appear after discovery, registration or their first call. Each gate shows what blocks a promotion.</p>
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
  const others = funnel.filter((step) => !WAY.includes(step.state));
  const link = (step) => html`<li key=${step.state}>
    <a href=${"/lifecycle?state=" + step.state}><b>${num(step.count)}</b><span>${words(step.state)}</span></a>
  </li>`;
  return html`<${Card} title="Agents by state">
    <div class="funnel">
      <ol class="pipe" aria-label="Main path">${on.map(link)}</ol>
      <ul class="pipe" aria-label="Off the main path">${others.map(link)}</ul>
    </div>
  </${Card}>`;
}

/** Describes why an agent is degraded: failed gate items, and rates such as "deny_rate 25%". */
function reasonsText(reasons) {
  const isRate = (reason) => /^(deny|error)_rate /.test(reason);
  const items = reasons.filter((reason) => !isRate(reason)).map(blocker);
  const rates = reasons
    .filter(isRate)
    .map((reason) => reason.split(" ")[1] + (reason.startsWith("deny") ? " of requests denied" : " of sessions failed"));
  return [items.length > 0 && `Gate failed: ${items.join(", ")}`, ...rates].filter(Boolean).join(". ");
}

function Degraded({ agents }) {
  return html`<${Card} title="Degraded in production" padded=${false}>
    ${agents.length === 0
      ? html`<${Empty}
        level=${3} title="No degraded agents"
      ><p>Agents in production are checked against their gate every minute.</p></${Empty}>`
      : html`<ul class="lines">
          ${agents.map(
            (a) => html`<li key=${a.agentId}>
              <div>
                <a class="t" href=${`/agents/${a.agentId}`}>${a.name}</a>
                <span class="dim d">${reasonsText(a.reasons)}, since <${Time} at=${a.since} /></span>
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

/** The agents of a state. The API has no filter for it, so all agents are loaded and filtered. */
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
      ${agents?.length === 0 && html`<${Empty} icon="bot" level=${3} title="No agents in this state" />`}
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
