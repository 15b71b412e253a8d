import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Tag, Time } from "../components/marks.js";
import { Button, Card } from "../components/page.js";
import { Confirm } from "../components/dialog.js";
import { Empty, say } from "../components/states.js";
import { plural } from "../formats/counts.js";
import { words } from "../formats/words.js";
import { send } from "../api.js";
import { refetch } from "../query.js";
import { useMay, useSession, whoMay } from "../session.js";
import { usePeople } from "./people.js";

const at = (agent, action) => `/api/lifecycle/agents/${agent.agentId}/${action}`;

const BLOCKERS = {
  owner_assigned: "missing owner",
  policy_assigned: "no policy applies",
  policy_enforcing: "no enforced policy",
  risk_below_threshold: "risk above the threshold",
  certified_or_attested: "missing certification or claim",
  no_open_critical_alerts: "open critical alerts",
};

/** Returns why an item blocks its gate. */
export const blocker = (item) => BLOCKERS[item] ?? words(item.replace(/^manual_/, "")).toLowerCase();

/** Agents with a possible or requested promotion, and what blocks it. */
export function PromotionQueue({ queue }) {
  const [asked, setAsked] = useState(null);
  return html`<${Card} title="Promotion queue" padded=${false}>
      ${queue.length === 0
        ? html`<${Empty}
          level=${3} title="Nothing in the queue"
        ><p>Agents whose next gate is production are listed here.</p></${Empty}>`
        : html`<ul class="lines queue">
            ${queue.map((agent) => html`<${Waiting}
              key=${agent.agentId} agent=${agent} ask=${(what) => setAsked({ what, agent })} />`)}
          </ul>`}
    </${Card}>
    ${asked && html`<${Ask} ...${asked} onClose=${() => setAsked(null)} />`}`;
}

function Waiting(/** @type {Props<{ agent: Api<"LifecycleOverviewResponse">["overview"]["promotionQueue"][number] }>} */ { agent, ask }) {
  const { name: who } = usePeople();
  const { user } = useSession();
  const mayDecide = useMay("approvals:decide");
  const mayMove = useMay("lifecycle:transition");
  const requested = Boolean(agent.requestedBy);
  const mine = agent.requestedBy === user.id;
  const because = !mayDecide
    ? whoMay("approvals:decide")
    : mine
      ? "You requested this promotion, so another member must decide"
      : "";
  return html`<li>
    <div>
      <span class="row wrap">
        <a class="t" href=${`/agents/${agent.agentId}?tab=lifecycle`}>${agent.name}</a>
        ${agent.ready ? html`<${Tag}
          tone="ok" icon="check"
        >Gate passed</${Tag}>` : html`<${Tag} tone="critical" icon="x">Gate blocked</${Tag}>`}
        ${requested && html`<${Tag} tone="high">${`${agent.approvals} of ${plural(agent.approvalsNeeded, "approval")}`}</${Tag}>`}
      </span>
      <span class="dim d">
        ${words(agent.fromState)} to ${words(agent.toState).toLowerCase()}.
        ${requested ? html` Requested by ${who(agent.requestedBy)} <${Time} at=${agent.waitingSince} />.` : " Not requested yet."}
      </span>
      ${agent.blocking.length > 0 && html`<span class="d">Blocked by: ${agent.blocking.map(blocker).join(", ")}</span>`}
    </div>
    <div class="row wrap acts">
      ${requested
        ? html`${mine && html`<${Button}
          small because=${mayMove ? "" : whoMay("lifecycle:transition")} onClick=${() => ask("withdraw")}
        >Withdraw promotion</${Button}>`}
            <${Button}
              small because=${because} onClick=${() => ask("reject")}
            >Reject promotion<span class="vh"> of ${agent.name}</span></${Button}>
            <${Button}
              small kind="pri" because=${because || (agent.ready ? "" : "The gate is blocked")}
              onClick=${() => ask("approve")}>
              Approve promotion<span class="vh"> of ${agent.name}</span>
            </${Button}>`
        : html`<${Button}
          small because=${!mayMove ? whoMay("lifecycle:transition") : agent.ready ? "" : "The gate is blocked"}
          onClick=${() => ask("request")}>
            Request promotion<span class="vh"> of ${agent.name}</span>
          </${Button}>`}
    </div>
  </li>`;
}

const arrived = (a) => `${a.name} is now in ${words(a.toState).toLowerCase()}`;
const needed = (n) =>
  n ? `Requires ${plural(n, "approval by another member", "approvals by other members")}.` : "No approval required.";

const MOVES = {
  approve: {
    label: "Approve promotion",
    reason: "optional",
    text: (a) => `After the last approval, “${a.name}” moves to ${words(a.toState).toLowerCase()} if its gate still passes.`,
    act: (a, reason) => send("POST", at(a, "promotion/decide"), { decision: "approve", reason: reason || undefined }),
    done: (a, answer) => (answer.transition ? arrived(a) : "Promotion approved. Another approval is required."),
  },
  reject: {
    label: "Reject promotion",
    reason: "required",
    danger: true,
    text: (a) => `“${a.name}” stays in ${words(a.fromState).toLowerCase()}. The requester can read your reason.`,
    act: (a, reason) => send("POST", at(a, "promotion/decide"), { decision: "reject", reason }),
    done: () => "Promotion rejected",
  },
  withdraw: {
    label: "Withdraw promotion",
    text: (a) => `Withdraws the promotion of “${a.name}”. You can request it again.`,
    act: (a) => send("DELETE", at(a, "promotion")),
    done: () => "Promotion withdrawn",
  },
  request: {
    label: "Request promotion",
    reason: "optional",
    text: (a) => `Requests the promotion of “${a.name}” to ${words(a.toState).toLowerCase()}. ${needed(a.approvalsNeeded)}`,
    act: (a, reason) => send("POST", at(a, "transition"), { toState: a.toState, reason: reason || undefined }),
    done: (a, answer) => (answer.transition ? arrived(a) : "Promotion requested. It is waiting for approval."),
  },
};

function Ask({ what, agent, onClose }) {
  const move = MOVES[what];
  const act = async (reason) => {
    const answer = await move.act(agent, reason);
    refetch("/api/lifecycle", "/api/agents", "/api/overview");
    say(move.done(agent, answer));
  };
  return html`<${Confirm} label=${move.label} verb=${move.verb ?? move.label} danger=${move.danger} reason=${move.reason}
    onConfirm=${act} onClose=${onClose}><p>${move.text(agent)}</p></${Confirm}>`;
}
