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
import { usePeople } from "./policy-parts.js";

const at = (agent, action) => `/api/lifecycle/agents/${agent.agentId}/${action}`;

/** Who could go on, who waits for somebody's word, and what is in the way. */
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
  const who = usePeople();
  const { user } = useSession();
  const mayDecide = useMay("approvals:decide");
  const mayMove = useMay("lifecycle:transition");
  const requested = Boolean(agent.requestedBy);
  const mine = agent.requestedBy === user.id;
  const because = !mayDecide
    ? whoMay("approvals:decide")
    : mine
      ? "You requested it, so another member has to decide."
      : "";
  return html`<li>
    <div>
      <span class="row wrap">
        <a class="t" href=${`/agents/${agent.agentId}?tab=lifecycle`}>${agent.name}</a>
        ${agent.ready ? html`<${Tag}
          tone="ok" icon="check"
        >Gate passed</${Tag}>` : html`<${Tag} tone="critical" icon="x">Gate closed</${Tag}>`}
        ${requested && html`<${Tag} tone="high">${`${agent.approvals} of ${plural(agent.approvalsNeeded, "approval")}`}</${Tag}>`}
      </span>
      <span class="dim d">
        ${words(agent.fromState)} to ${words(agent.toState).toLowerCase()}.
        ${requested ? html` Asked for by ${who(agent.requestedBy)} <${Time} at=${agent.waitingSince} />.` : " Not requested yet."}
      </span>
      ${agent.blocking.length > 0 && html`<span class="d">In the way: ${agent.blocking.map((key) => words(key).toLowerCase()).join(", ")}</span>`}
    </div>
    <div class="row wrap acts">
      ${requested
        ? html`${mine && html`<${Button}
          small because=${mayMove ? "" : whoMay("lifecycle:transition")} onClick=${() => ask("withdraw")}
        >Withdraw</${Button}>`}
            <${Button}
              small because=${because} onClick=${() => ask("reject")}
            >Reject<span class="vh"> ${agent.name}</span></${Button}>
            <${Button}
              small kind="pri" because=${because || (agent.ready ? "" : "The gate is closed")}
              onClick=${() => ask("approve")}>
              Approve<span class="vh"> ${agent.name}</span>
            </${Button}>`
        : html`<${Button}
          small because=${!mayMove ? whoMay("lifecycle:transition") : agent.ready ? "" : "The gate is closed"}
          onClick=${() => ask("request")}>
            Ask for promotion<span class="vh"> of ${agent.name}</span>
          </${Button}>`}
    </div>
  </li>`;
}

const arrived = (a) => `${a.name} is in ${words(a.toState).toLowerCase()}`;
const needed = (n) =>
  n ? `${plural(n, "approval by another member is", "approvals by other members are")} needed.` : "No approval is needed.";

const MOVES = {
  approve: {
    label: "Approve promotion",
    verb: "Approve",
    reason: "optional",
    text: (a) => `“${a.name}” goes to ${words(a.toState).toLowerCase()} with the last approval, if its gate still lets it.`,
    act: (a, reason) => send("POST", at(a, "promotion/decide"), { decision: "approve", reason: reason || undefined }),
    done: (a, answer) => (answer.transition ? arrived(a) : "Approved. It waits for another approval."),
  },
  reject: {
    label: "Reject promotion",
    verb: "Reject",
    reason: "required",
    danger: true,
    text: (a) => `“${a.name}” stays in ${words(a.fromState).toLowerCase()}. The requester can read your reason.`,
    act: (a, reason) => send("POST", at(a, "promotion/decide"), { decision: "reject", reason }),
    done: (a) => `${a.name} stays in ${words(a.fromState).toLowerCase()}`,
  },
  withdraw: {
    label: "Withdraw promotion",
    verb: "Withdraw",
    text: (a) => `The request for “${a.name}” is withdrawn. It can be requested again.`,
    act: (a) => send("DELETE", at(a, "promotion")),
    done: () => "Withdrawn",
  },
  request: {
    label: "Ask for promotion",
    reason: "optional",
    text: (a) => `“${a.name}” is to go to ${words(a.toState).toLowerCase()}. ${needed(a.approvalsNeeded)}`,
    act: (a, reason) => send("POST", at(a, "transition"), { toState: a.toState, reason: reason || undefined }),
    done: (a, answer) => (answer.transition ? arrived(a) : "Asked for. It waits for approval."),
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
