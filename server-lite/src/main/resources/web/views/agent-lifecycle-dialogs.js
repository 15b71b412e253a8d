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

/** Every move: where it leads from a state, if it does, and what it asks for. */
export const MOVES = [
  {
    name: "promote",
    icon: "arrow-up",
    label: (to) => (to === "registered" ? "Register" : `Promote to ${to}`),
    hint: "Through the gate. Production requires the approval of another member.",
    to: (state, checklist) => !["suspended", "retired"].includes(state) && checklist.targetState,
  },
  {
    name: "demote",
    icon: "arrow-down",
    label: (to) => `Demote to ${to}`,
    hint: "One step back.",
    reason: true,
    to: (state) => BEFORE[state],
  },
  {
    name: "suspend",
    icon: "pause",
    label: () => "Suspend",
    hint: "Everything it asks for is denied until it is released.",
    to: (state) => !["suspended", "retired"].includes(state) && "suspended",
  },
  {
    name: "release",
    icon: "play",
    label: (to) => `Release to ${to}`,
    hint: "Where it was; from production it may come back to staging.",
    reason: true,
    admin: true,
    to: (state, checklist) => state === "suspended" && (checklist.targetState ?? "registered"),
  },
  {
    name: "retire",
    icon: "archive",
    label: () => "Retire",
    hint: "Its keys and claims end, and everything it asks for is denied.",
    reason: true,
    danger: true,
    to: (state) => state !== "retired" && "retired",
  },
  {
    name: "reactivate",
    icon: "rotate-ccw",
    label: () => "Reactivate",
    hint: "It begins as registered, and is checked anew.",
    admin: true,
    to: (state) => state === "retired" && "registered",
  },
];

const changed = () => refetch("/api/lifecycle", "/api/agents", "/api/overview");

/** Moves an agent. What its gate has against it is shown item by item. */
export function Move(/** @type {Props} */ { agent, checklist, move, to, onClose }) {
  const mayOverride = useMay("lifecycle:override");
  const gated = move.name === "promote";
  const asksOwner = gated && ["registered", "testing"].includes(to) && !agent.owner?.name && !agent.owner?.userId;
  // The agent is moved as it was looked at, whatever the page has learned since.
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
    say(answer.status === 202 ? "The promotion waits for approval" : `${agent.name} is in ${at ?? to}`);
    onClose();
  };
  return html`<${FormDialog}
    label=${move.label(to)}
    danger=${move.danger || override}
    because=${needsReason && !reason.trim() ? "Give a reason first" : ""}
    form=${form}
    refusal=${html`<${GateRefusal} error=${form.error} />`}
    onDone=${done}
    onClose=${onClose}
  >
    <p><b>${agent.name}</b> goes from ${checklist.currentState} to ${to}. ${move.hint}</p>
    ${asksOwner &&
    html`<${Field}
        ...${form.field("owner")}
        label="Owner"
        hint="Who answers for it from now on."
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

/** A refusal; one of a gate as the items that are in the way. */
export function GateRefusal({ error }) {
  if (error?.code !== "gate_blocked") return html`<${Refused} error=${error} />`;
  return html`<div role="alert">
    <${Note} tone="critical" icon="octagon-x" title="Its gate does not let it through yet">
      These have to hold first:
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

/** The current list of waivers, as the API takes it back. */
const kept = ({ waivers }) =>
  waivers.filter(({ active }) => active).map(({ key, reason, expiresAt }) => ({ key, reason, expiresAt }));

const RESULTS = [
  ["pass", "Passed"],
  ["fail", "Failed"],
  ["not_applicable", "Not applicable"],
  ["not_evaluated", "Not looked at"],
];

/** Errors of an item or a waiver in a list, as errors of the fields of its form. */
function ownFields(error) {
  if (!error?.errors) return error;
  const fields = {};
  for (const { field, message } of error.errors) fields[field.split(".").at(-1)] = message;
  return { fields };
}

/** Records what somebody found of a manual item. */
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
    say(`${item.label} is recorded`);
    onClose();
  };
  const error = ownFields(form.error);
  return html`<${FormDialog} label=${item.label} verb="Record" form=${form} onDone=${done} onClose=${onClose}>
    <${Field} ...${form.field("status")} as="select" label="Result" error=${error}>
      <${Options} options=${RESULTS} />
    </${Field}>
    <${Field}
      ...${form.field("note")}
      as="textarea"
      label="Note"
      hint="A pass needs a note or a link."
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

/** Lets an agent go without an item, for a time. */
export function Waive(/** @type {Props<{ item: Api<"LifecycleItem"> }>} */ { item, checklist, onClose }) {
  const form = useForm({ reason: "", expiresAt: "" }, ({ reason, expiresAt }) => {
    const waiver = { key: item.key, reason: reason.trim(), expiresAt: fromInput(expiresAt) };
    return put(checklist, { waivers: [...kept(checklist), waiver] }).finally(changed);
  });
  const { reason, expiresAt } = form.values;
  const done = () => {
    say(`${item.label} is waived`);
    onClose();
  };
  const error = ownFields(form.error);
  return html`<${FormDialog}
    label=${"Waive " + item.label.toLowerCase()}
    verb="Waive"
    because=${!reason.trim() ? "Give a reason first" : !expiresAt ? "Say until when first" : ""}
    form=${form}
    onDone=${done}
    onClose=${onClose}
  >
    <p>The requirement is waived until the waiver expires. The waiver does not count for the member who grants it.</p>
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
      label="Until (UTC)"
      type="datetime-local"
      required
      error=${error}
    />
  </${FormDialog}>`;
}

/** Takes a waiver back. */
export function Withdraw(/** @type {Props} */ { waiver, label, checklist, onClose }) {
  return html`<${Confirm}
    label="Withdraw waiver"
    verb="Withdraw"
    onClose=${onClose}
    onConfirm=${async () => {
      const answer = await put(checklist, { waivers: kept(checklist).filter(({ key }) => key !== waiver.key) });
      changed();
      say("The waiver is withdrawn");
      return answer;
    }}
  ><p>${label} is in the way again as it stands.</p></${Confirm}>`;
}
