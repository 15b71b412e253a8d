import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Time } from "../components/marks.js";
import { Button, Card, KeyValue } from "../components/page.js";
import { Confirm } from "../components/dialog.js";
import { Field, FormDialog, useForm } from "../components/form.js";
import { say } from "../components/states.js";
import { send } from "../api.js";
import { role } from "../formats/words.js";
import { refetch } from "../query.js";
import { useMay, useSession, whoMay } from "../session.js";
import { usePeople } from "./agent-names.js";
import { GateRefusal } from "./agent-lifecycle-dialogs.js";

const changed = () => refetch("/api/lifecycle", "/api/agents", "/api/overview");

/** A promotion that waits for somebody else's approval. */
export function Promotion(/** @type {Props} */ { agent, promotion }) {
  const name = usePeople();
  const { user } = useSession();
  const mayDecide = useMay("approvals:decide");
  const mayMove = useMay("lifecycle:transition");
  const [asked, ask] = useState(null);
  const close = () => ask(null);
  const because = !mayDecide
    ? whoMay("approvals:decide")
    : promotion.requestedBy === user.id
      ? "Who asked for it cannot decide it"
      : promotion.approvals.some(({ approvedBy }) => approvedBy === user.id)
        ? "You have approved it"
        : "";
  return html`<${Card} title=${`Promotion to ${promotion.toState} waits for approval`}>
    <${KeyValue}
      rows=${[
        ["Asked by", name(promotion.requestedBy)],
        ["Asked", html`<${Time} at=${promotion.requestedAt} />`],
        ["Reason", promotion.reason],
        ["Approvals", `${promotion.approvals.length} of ${promotion.approvalsNeeded}`],
        ["Who can", `${role(promotion.approverRole)}s and administrators, but not who asked`],
        ["Approved by", promotion.approvals.map(({ approvedBy }) => name(approvedBy)).join(", ")],
      ]}
    />
    <div class="row wrap mt4">
      <${Button}
        kind="pri"
        icon="check"
        because=${because}
        onClick=${() => ask("approve")}
      >Approve</${Button}>
      <${Button} icon="x" because=${because} onClick=${() => ask("reject")}>Reject</${Button}>
      <${Button}
        kind="ghost"
        because=${mayMove ? "" : whoMay("lifecycle:transition")}
        onClick=${() => ask("cancel")}
      >
        Withdraw promotion
      </${Button}>
    </div>
    ${(asked === "approve" || asked === "reject") &&
    html`<${Decide} agent=${agent} decision=${asked} promotion=${promotion} onClose=${close} />`}
    ${asked === "cancel" &&
    html`<${Confirm}
      label="Withdraw promotion"
      verb="Withdraw"
      onClose=${close}
      onConfirm=${async () => {
        const answer = await send("DELETE", `/api/lifecycle/agents/${agent.id}/promotion`);
        changed();
        say("The promotion is withdrawn");
        return answer;
      }}
    ><p>${agent.name} stays where it is. The promotion can be asked for again.</p></${Confirm}>`}
  </${Card}>`;
}

function Decide(/** @type {Props} */ { agent, decision, promotion, onClose }) {
  const approving = decision === "approve";
  const form = useForm({ reason: "" }, ({ reason }) =>
    send("POST", `/api/lifecycle/agents/${agent.id}/promotion/decide`, {
      decision,
      ...(reason.trim() ? { reason: reason.trim() } : {}),
    }),
  );
  const done = ({ transition }) => {
    changed();
    const moved = transition && `${agent.name} is in ${transition.toState}`;
    say(approving ? moved || "Approved" : "The promotion is rejected");
    onClose();
  };
  return html`<${FormDialog}
    label=${approving ? "Approve promotion" : "Reject promotion"}
    verb=${approving ? "Approve" : "Reject"}
    danger=${!approving}
    because=${approving || form.values.reason.trim() ? "" : "Give a reason first"}
    form=${form}
    refusal=${html`<${GateRefusal} error=${form.error} />`}
    onDone=${done}
    onClose=${onClose}
  >
    <p>
      ${approving
        ? `With its last approval, ${agent.name} goes to ${promotion.toState} if its gate still lets it.`
        : `${agent.name} stays in ${promotion.fromState}.`}
    </p>
    <${Field} ...${form.field("reason")} as="textarea" label="Reason" rows="2" maxlength="2000" optional=${approving} />
  </${FormDialog}>`;
}
