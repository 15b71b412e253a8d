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
import { usePeople } from "./people.js";
import { GateRefusal } from "./agent-lifecycle-dialogs.js";

const changed = () => refetch("/api/lifecycle", "/api/agents", "/api/overview");

const approvers = (name) =>
  `${name === "role_admin" ? "Administrators" : `${role(name)}s and administrators`}, except the requester`;

/** A promotion that is waiting for approval by another member. */
export function Promotion(/** @type {Props} */ { agent, promotion }) {
  const { name } = usePeople();
  const { user } = useSession();
  const mayDecide = useMay("approvals:decide");
  const mayMove = useMay("lifecycle:transition");
  const [asked, ask] = useState(null);
  const close = () => ask(null);
  const because = !mayDecide
    ? whoMay("approvals:decide")
    : promotion.requestedBy === user.id
      ? "You requested this promotion, so another member must decide"
      : promotion.approvals.some(({ approvedBy }) => approvedBy === user.id)
        ? "You already approved it"
        : "";
  return html`<${Card} title=${`Promotion to ${promotion.toState} is waiting for approval`}>
    <${KeyValue}
      rows=${[
        ["Requested by", name(promotion.requestedBy)],
        ["Requested", html`<${Time} at=${promotion.requestedAt} />`],
        ["Reason", promotion.reason],
        ["Approvals", `${promotion.approvals.length} of ${promotion.approvalsNeeded}`],
        ["Approvers", approvers(promotion.approverRole)],
        ["Approved by", promotion.approvals.map(({ approvedBy }) => name(approvedBy)).join(", ")],
      ]}
    />
    <div class="row wrap mt4">
      <${Button}
        kind="pri"
        icon="check"
        because=${because}
        onClick=${() => ask("approve")}
      >Approve promotion</${Button}>
      <${Button} icon="x" because=${because} onClick=${() => ask("reject")}>Reject promotion</${Button}>
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
      onClose=${close}
      onConfirm=${async () => {
        const answer = await send("DELETE", `/api/lifecycle/agents/${agent.id}/promotion`);
        changed();
        say("Promotion withdrawn");
        return answer;
      }}
    ><p>${agent.name} stays in its current state. You can request the promotion again.</p></${Confirm}>`}
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
    const moved = transition && `${agent.name} is now in ${transition.toState}`;
    say(approving ? moved || "Promotion approved" : "Promotion rejected");
    onClose();
  };
  return html`<${FormDialog}
    label=${approving ? "Approve promotion" : "Reject promotion"}
    danger=${!approving}
    because=${approving || form.values.reason.trim() ? "" : "Enter a reason first"}
    form=${form}
    refusal=${html`<${GateRefusal} error=${form.error} />`}
    onDone=${done}
    onClose=${onClose}
  >
    <p>
      ${approving
        ? `After the last approval, ${agent.name} moves to ${promotion.toState} if the gate still passes.`
        : `${agent.name} stays in ${promotion.fromState}.`}
    </p>
    <${Field} ...${form.field("reason")} as="textarea" label="Reason" rows="2" maxlength="2000" optional=${approving} />
  </${FormDialog}>`;
}
