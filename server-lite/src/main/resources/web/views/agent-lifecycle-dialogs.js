import { useRef } from "preact/hooks";
import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { Confirm } from "../components/dialog.js";
import { Check, Field, FormDialog, Options, useForm } from "../components/form.js";
import { Note, Refused, say } from "../components/states.js";
import { call, send } from "../api.js";
import { fromInput } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { refetch } from "../query.js";
import { useMay } from "../session.js";

const BEFORE = { production: "staging", staging: "testing", testing: "registered" };

/** Lifecycle transitions. `to` returns the target state, or a falsy value if the transition is not possible. */
export const MOVES = [
  {
    name: "promote",
    icon: "arrow-up",
    label: (to) => (to === "registered" ? "Register agent" : `Promote to ${to}`),
    hint: "The gate must pass, and may require approvals.",
    to: (state, checklist) => !["suspended", "retired"].includes(state) && checklist.targetState,
  },
  {
    name: "demote",
    icon: "arrow-down",
    label: (to) => `Demote to ${to}`,
    hint: "Moves the agent back one state.",
    reason: true,
    to: (state) => BEFORE[state],
  },
  {
    name: "suspend",
    icon: "pause",
    label: () => "Suspend agent",
    hint: "All actions are denied until the agent is released.",
    to: (state) => !["suspended", "retired"].includes(state) && "suspended",
  },
  {
    name: "release",
    icon: "play",
    label: (to) => `Release to ${to}`,
    hint: "Returns to the state before suspension, or to staging if the production gate no longer passes.",
    reason: true,
    admin: true,
    to: (state, checklist) => state === "suspended" && (checklist.targetState ?? "registered"),
  },
  {
    name: "retire",
    icon: "archive",
    label: () => "Retire agent",
    hint: "Revokes its keys and claims. All actions are denied.",
    reason: true,
    danger: true,
    to: (state) => state !== "retired" && "retired",
  },
  {
    name: "reactivate",
    icon: "rotate-ccw",
    label: () => "Reactivate agent",
    hint: "Returns to registered. All gates apply again.",
    admin: true,
    to: (state) => state === "retired" && "registered",
  },
];

const inState = (state) => (["testing", "staging", "production"].includes(state) ? `in ${state}` : state);

const changed = () => refetch("/api/lifecycle", "/api/agents", "/api/overview");

/** The dialog for a transition. It lists the gate items that block the transition. */
export function Move(/** @type {Props} */ { agent, checklist, move, to, onClose }) {
  const mayOverride = useMay("lifecycle:override");
  const gated = move.name === "promote";
  const asksOwner = gated && ["registered", "testing"].includes(to) && !agent.owner?.name && !agent.owner?.userId;
  // Sends the version that was current when the dialog opened.
  const seen = useRef(agent.recordVersion);
  const form = useForm({ reason: "", owner: "", team: "", override: false }, (values) => {
    const [reason, name, team] = [values.reason, values.owner, values.team].map((text) => text.trim());
    return call("POST", `/api/lifecycle/agents/${agent.id}/transition`, {
      headers: { "If-Match": `"${seen.current}"` },
      body: {
        toState: to,
        ...(reason ? { reason } : {}),
        ...(values.override ? { override: true } : {}),
        ...(asksOwner && (name || team) ? { owner: pick({ name, team }) } : {}),
      },
      // After a conflict, the page shows the current state of the agent.
    }).finally(changed);
  });
  const { reason, override } = form.values;
  const needsReason = move.reason || override;
  const done = (answer) => {
    const at = answer.data.transition?.toState;
    say(answer.status === 202 ? "Promotion requested. It needs approval." : `${agent.name} is now ${inState(at ?? to)}`);
    onClose();
  };
  return html`<${FormDialog}
    label=${move.label(to)}
    danger=${move.danger || override}
    because=${needsReason && !reason.trim() ? "Enter a reason first" : ""}
    form=${form}
    refusal=${html`<${GateRefusal} error=${form.error} />`}
    onDone=${done}
    onClose=${onClose}
  >
    <p><b>${agent.name}</b> moves from ${checklist.currentState} to ${to}. ${move.hint}</p>
    ${asksOwner &&
    html`<${Field}
        ...${form.field("owner")}
        label="Owner"
        hint="The person responsible for the agent."
        optional
        maxlength="200"
      />
      <${Field} ...${form.field("team")} label="Team" optional maxlength="200" />`}
    <${Field}
      ...${form.field("reason")}
      as="textarea"
      label="Reason"
      rows="2"
      maxlength="2000"
      optional=${!needsReason}
    />
    ${gated && mayOverride && (!checklist.ready || form.error?.code === "gate_blocked") &&
    html`<${Check}
      label="Override the gate"
      hint="Requires a reason. The audit log records the move and the override."
      checked=${override}
      onChange=${form.field("override").onInput}
    />`}
  </${FormDialog}>`;
}

const pick = (all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value));

/** The error of a transition. A blocked gate is shown as a list of items. */
export function GateRefusal({ error }) {
  if (error?.code !== "gate_blocked") return html`<${Refused} error=${error} />`;
  return html`<div role="alert">
    <${Note} tone="critical" icon="octagon-x" title="The gate blocks this transition">
      Complete these items first:
    </${Note}>
    <ul class="gate">
      ${error.errors.map(
        ({ code, field, message }) => html`<li key=${field} class="no">
          <${Icon} name=${code === "not_evaluated" ? "circle-dashed" : "circle-x"} />
          <div><b>${message.replace(/:\s*$/, "")}</b> <span class="dim">${words(code).toLowerCase()}</span></div>
        </li>`,
      )}
    </ul>
  </div>`;
}

const path = ({ agentId }) => `/api/lifecycle/agents/${agentId}/checklist`;
const put = (checklist, body) =>
  send("PUT", path(checklist), body, { headers: { "If-Match": `"${checklist.version}"` } });

/** The active waivers, in the format of the request. */
const kept = ({ waivers }) =>
  waivers.filter(({ active }) => active).map(({ key, reason, expiresAt }) => ({ key, reason, expiresAt }));

const RESULTS = [
  ["pass", "Passed"],
  ["fail", "Failed"],
  ["not_applicable", "Not applicable"],
  ["not_evaluated", "Not evaluated"],
];

/** Maps errors of a list entry to the fields of its form. */
function ownFields(error) {
  if (!error?.errors) return error;
  const fields = {};
  for (const { field, message } of error.errors) fields[field.split(".").at(-1)] = message;
  return { fields };
}

/** The dialog that records the result of a manual item. */
export function RecordItem(/** @type {Props<{ item: Api<"LifecycleItem"> }>} */ { item, checklist, onClose }) {
  const initial = {
    status: item.status === "waived" ? "not_evaluated" : item.status,
    note: item.note,
    evidenceUrl: item.evidenceUrl,
  };
  const form = useForm(initial, (values) =>
    put(checklist, { items: [{ key: item.key, ...values }] }).finally(changed),
  );
  const done = () => {
    say("Result recorded");
    onClose();
  };
  const error = ownFields(form.error);
  return html`<${FormDialog} label=${item.label} verb="Record result" form=${form} onDone=${done} onClose=${onClose}>
    <${Field} ...${form.field("status")} as="select" label="Result" error=${error}>
      <${Options} options=${RESULTS} />
    </${Field}>
    <${Field}
      ...${form.field("note")}
      as="textarea"
      label="Note"
      hint="A passed item requires a note or a link to evidence."
      rows="3"
      maxlength="2000"
      error=${error}
    />
    <${Field}
      ...${form.field("evidenceUrl")}
      label="Link to evidence"
      optional
      type="url"
      maxlength="2000"
      error=${error}
    />
  </${FormDialog}>`;
}

/** The dialog that waives an item until an expiry date. */
export function Waive(/** @type {Props<{ item: Api<"LifecycleItem"> }>} */ { item, checklist, onClose }) {
  const form = useForm({ reason: "", expiresAt: "" }, ({ reason, expiresAt }) => {
    const waiver = { key: item.key, reason: reason.trim(), expiresAt: fromInput(expiresAt) };
    return put(checklist, { waivers: [...kept(checklist), waiver] }).finally(changed);
  });
  const { reason, expiresAt } = form.values;
  const done = () => {
    say("Item waived");
    onClose();
  };
  const error = ownFields(form.error);
  return html`<${FormDialog}
    label=${"Waive " + item.label.toLowerCase()}
    verb="Waive item"
    because=${!reason.trim() ? "Enter a reason first" : !expiresAt ? "Enter an expiry date first" : ""}
    form=${form}
    onDone=${done}
    onClose=${onClose}
  >
    <p>The requirement is waived until the waiver expires. It does not apply to transitions by the member who granted it.</p>
    <${Field}
      ...${form.field("reason")}
      as="textarea"
      label="Reason"
      rows="2"
      maxlength="2000"
      required
      error=${error}
    />
    <${Field}
      ...${form.field("expiresAt")}
      label="Expires (UTC)"
      type="datetime-local"
      required
      error=${error}
    />
  </${FormDialog}>`;
}

/** The confirmation for withdrawing a waiver. */
export function Withdraw(/** @type {Props} */ { waiver, label, checklist, onClose }) {
  return html`<${Confirm}
    label="Withdraw waiver"
    onClose=${onClose}
    onConfirm=${async () => {
      const answer = await put(checklist, { waivers: kept(checklist).filter(({ key }) => key !== waiver.key) });
      changed();
      say("Waiver withdrawn");
      return answer;
    }}
  ><p>The gate requires “${label}” again.</p></${Confirm}>`;
}
