import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { State, Time } from "../components/marks.js";
import { Button, Card } from "../components/page.js";
import { whenLoaded } from "../components/states.js";
import { plural } from "../formats/counts.js";
import { utc } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { useQuery } from "../query.js";
import { useMay, whoMay } from "../session.js";
import { usePeople } from "./people.js";
import { MOVES, Move, RecordItem, Waive, Withdraw } from "./agent-lifecycle-dialogs.js";
import { Promotion } from "./agent-promotion.js";

const WAY = ["registered", "testing", "staging", "production"];

/** Past tense of each transition. */
const DONE = {
  register: "Registered",
  promote: "Promoted",
  demote: "Demoted",
  suspend: "Suspended",
  contain: "Contained",
  release: "Released",
  retire: "Retired",
  reactivate: "Reactivated",
};

const MARKS = {
  pass: "circle-check",
  waived: "circle-minus",
  not_applicable: "circle-minus",
  fail: "circle-x",
  not_evaluated: "circle-dashed",
};

/** The lifecycle of an agent: its state, the checklist of the next gate, and the history. */
export function AgentLifecycle(/** @type {Props} */ { agent }) {
  const query = useQuery(`/api/lifecycle/agents/${agent.id}/checklist`, { every: 30 });
  const [asked, ask] = useState(null);
  const close = () => ask(null);
  return html`${whenLoaded(query, 420, ({ checklist }) => html`<div class="cols tab">
    <div class="grid">
      <${Way} checklist=${checklist} />
      ${checklist.promotion && html`<${Promotion} agent=${agent} promotion=${checklist.promotion} />`}
      <${Checklist} checklist=${checklist} onAsk=${ask} />
      ${checklist.waivers.length > 0 && html`<${Waivers} checklist=${checklist} onAsk=${ask} />`}
    </div>
    <div class="grid">
      <${Moves} agent=${agent} checklist=${checklist} onAsk=${ask} />
      <${Past} history=${checklist.history} />
    </div>
  </div>`)}
    ${asked?.what === "move" && html`<${Move} ...${asked} agent=${asked.agent} onClose=${close} />`}
    ${asked?.what === "record" && html`<${RecordItem} ...${asked} onClose=${close} />`}
    ${asked?.what === "waive" && html`<${Waive} ...${asked} onClose=${close} />`}
    ${asked?.what === "withdraw" && html`<${Withdraw} ...${asked} onClose=${close} />`}`;
}

function Way(/** @type {Props} */ { checklist }) {
  const at = WAY.indexOf(checklist.currentState);
  const beside = at < 0;
  return html`<${Card}
    title="Lifecycle state"
    action=${beside && html`<${State} of=${checklist.currentState} />`}
  >
    <ol class="steps">
      ${WAY.map((state, i) => {
        const now = i === at;
        const look = now ? "now" : i < at ? "done" : "";
        return html`<li key=${state} class=${look} aria-current=${now ? "step" : undefined}>
          <b>${words(state)}</b>
          <span>${now ? "Current" : i < at ? "Passed" : state === checklist.targetState ? "Next" : "Later"}</span>
        </li>`;
      })}
    </ol>
  </${Card}>`;
}

function Checklist(/** @type {Props} */ { checklist, onAsk }) {
  const { targetState, items, ready, blocking } = checklist;
  const mayCheck = useMay("lifecycle:checklist");
  const mayWaive = useMay("approvals:decide");
  if (!targetState || !items.length) {
    return html`<${Card} title="Checklist">
      <p class="dim">
        ${targetState ? `The gate to ${targetState} has no requirements.` : "No gate applies in the current state."}
      </p>
    </${Card}>`;
  }
  const waived = new Set(checklist.waivers.map(({ key }) => key));
  return html`<${Card}
    title=${"Gate to " + targetState}
    action=${html`<${State}
      of=${ready ? "ready" : "blocked"}
      label=${ready ? "Ready" : plural(blocking.length, "blocking item")}
    />`}
  >
    <ul class="gate checklist">
      ${items.map(
        (item) => html`<li key=${item.key} class=${item.status}>
          <${Icon} name=${MARKS[item.status] ?? "circle-dashed"} />
          <div>
            <b>${item.label}</b> <${State} of=${item.status} />
            ${!item.required && html` <span class="dim">not required</span>`}
            <div class="dim">${item.detail || (item.status === "not_evaluated" ? "Not evaluated yet." : "")}</div>
            ${item.note && item.note !== item.detail && html`<div>${item.note}</div>`}
            ${item.evidenceUrl && html`<div><${Evidence} url=${item.evidenceUrl} /></div>`}
            ${item.checkedAt && html`<div class="dim">Recorded <${Time} at=${item.checkedAt} /></div>`}
          </div>
          <div class="acts">
            ${item.type === "manual" &&
            html`<${Button} small because=${mayCheck ? "" : whoMay("lifecycle:checklist")}
              onClick=${() => onAsk({ what: "record", item, checklist })}
            >Record result<span class="vh"> of ${item.label}</span></${Button}>`}
            ${blocking.includes(item.key) && !waived.has(item.key) &&
            html`<${Button} small kind="ghost" because=${mayWaive ? "" : whoMay("approvals:decide")}
              onClick=${() => onAsk({ what: "waive", item, checklist })}
            >Waive item<span class="vh"> ${item.label}</span></${Button}>`}
          </div>
        </li>`,
      )}
    </ul>
  </${Card}>`;
}

/** Evidence of an item. Only HTTP addresses become links. */
function Evidence({ url }) {
  return /^https?:\/\//.test(url)
    ? html`<a href=${url} target="_blank" rel="noreferrer">Evidence</a>`
    : html`<code>${url}</code>`;
}

function Waivers(/** @type {Props} */ { checklist, onAsk }) {
  const { name } = usePeople();
  const may = useMay("approvals:decide");
  const label = (key) => checklist.items.find((item) => item.key === key)?.label ?? words(key);
  return html`<${Card} title="Waivers">
    <ul class="past">
      ${checklist.waivers.map(
        (waiver) => html`<li key=${waiver.key}>
          <div class="row wrap">
            <b>${label(waiver.key)}</b>
            <${State}
              of=${waiver.active ? "waived" : "expired"}
              label=${waiver.active ? "Active" : "Expired"}
            />
            <div class="sp">
              <${Button} small because=${may ? "" : whoMay("approvals:decide")}
                onClick=${() => onAsk({ what: "withdraw", waiver, label: label(waiver.key), checklist })}
              >Withdraw waiver<span class="vh"> of ${label(waiver.key)}</span></${Button}>
            </div>
          </div>
          <div>${waiver.reason}</div>
          <div class="dim">
            Granted by ${name(waiver.approvedBy)}, expires ${utc(waiver.expiresAt)}. It does not apply to transitions by the
            member who granted it.
          </div>
        </li>`,
      )}
    </ul>
  </${Card}>`;
}

/** The transitions from the current state. */
function Moves(/** @type {Props} */ { agent, checklist, onAsk }) {
  const may = useMay("lifecycle:transition");
  const admin = useMay("lifecycle:override");
  const held = agent.containment.contained;
  const leads = (move) => move.to(checklist.currentState, checklist);
  const moves = MOVES.filter(leads);
  const because = (move) => {
    if (!may) return whoMay("lifecycle:transition");
    if (move.admin && !admin) return whoMay("lifecycle:override");
    if (held && move.name !== "retire") return "The agent is contained by an incident. Release it there.";
    if (move.name === "promote" && checklist.promotion) return "A promotion is waiting for approval";
    return "";
  };
  return html`<${Card} title="Actions">
    <div class="moves">
      ${moves.map(
        (move) => html`<div key=${move.name}>
          <${Button}
            kind=${move.name === "promote" ? "pri" : ""}
            icon=${move.icon}
            because=${because(move)}
            onClick=${() => onAsk({ what: "move", move, to: leads(move), agent, checklist })}
          >${move.label(leads(move))}</${Button}>
          <small>${move.hint}</small>
        </div>`,
      )}
      ${!moves.length && html`<p class="dim">No actions are available in this state.</p>`}
    </div>
  </${Card}>`;
}

function Past({ history }) {
  const { name } = usePeople();
  return html`<${Card} title="History">
    <ol class="past">
      ${history.map(
        (move) => html`<li key=${move.id}>
          <div class="row wrap">
            <b>${words(move.fromState)} to ${words(move.toState).toLowerCase()}</b>
            ${move.overridden && html`<${State} of="overridden" />`}
            <span class="dim"><${Time} at=${move.transitionedAt} /></span>
          </div>
          <div class="dim">
            ${DONE[move.trigger] ?? words(move.trigger)} by ${name(move.transitionedBy)}${move.approvedBy.length > 0 &&
            `, approved by ${move.approvedBy.map(name).join(", ")}`}
          </div>
          ${move.reason && html`<div>${move.reason}</div>`}
        </li>`,
      )}
    </ol>
    ${!history.length && html`<p class="dim">No transitions yet.</p>`}
  </${Card}>`;
}
