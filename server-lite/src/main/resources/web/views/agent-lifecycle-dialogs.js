import { useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { Button } from "../components/page.js";
import { Confirm, Dialog } from "../components/dialog.js";
import { Check, Field, Options, focusWrong } from "../components/form.js";
import { Note, Refused, say } from "../components/states.js";
import { call, send } from "../api.js";
import { fromInput } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { refetch, useAction } from "../query.js";
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
export function Move({ agent, checklist, move, to, onClose }) {
  const [form, setForm] = useState({ reason: "", owner: "", team: "", override: false });
  const set = (key) => (value) => setForm((before) => ({ ...before, [key]: value }));
  const mayOverride = useMay("lifecycle:override");
  const gated = move.name === "promote";
  const asksOwner = gated && ["registered", "testing"].includes(to) && !agent.owner?.name && !agent.owner?.userId;
  // The agent is moved as it was looked at, whatever the page has learned since.
  const seen = useRef(agent.recordVersion);
  const action = useAction(() => {
    const owner = asksOwner && (form.owner.trim() || form.team.trim());
    return call("POST", `/api/lifecycle/agents/${agent.id}/transition`, {
      headers: { "If-Match": `"${seen.current}"` },
      body: {
        toState: to,
        ...(form.reason.trim() ? { reason: form.reason.trim() } : {}),
        ...(form.override ? { override: true } : {}),
        ...(owner ? { owner: pick({ name: form.owner.trim(), team: form.team.trim() }) } : {}),
      },
    });
  });
  const needsReason = move.reason || form.override;
  const because = needsReason && !form.reason.trim() ? "Give a reason first" : "";
  const submit = async (event) => {
    event.preventDefault();
    if (because) return;
    const answer = await action.run();
    // Whoever is told that it changed meanwhile sees what it is now behind the dialog.
    changed();
    if (!answer) return;
    const at = answer.data.transition?.toState;
    say(answer.status === 202 ? "The promotion waits for approval" : `${agent.name} is in ${at ?? to}`);
    onClose();
  };
  return html`<${Dialog} label=${move.label(to)} onClose=${onClose}>
    <form onSubmit=${submit}>
      <div class="dl-b">
        <p><b>${agent.name}</b> goes from ${checklist.currentState} to ${to}. ${move.hint}</p>
        ${asksOwner &&
        html`<${Field}
          name="owner"
          label="Owner"
          hint="Who answers for it from now on."
          optional
          value=${form.owner}
          onInput=${set("owner")}
          maxlength="200"
        />
          <${Field}
            name="team"
            label="Team"
            optional
            value=${form.team}
            onInput=${set("team")}
            maxlength="200"
          />`}
        <${Field}
          as="textarea"
          name="reason"
          label="Reason"
          rows="2"
          maxlength="2000"
          optional=${!needsReason}
          value=${form.reason}
          onInput=${set("reason")}
          error=${action.error}
        />
        ${gated && mayOverride && (!checklist.ready || action.error?.code === "gate_blocked") &&
        html`<${Check}
          label="Go through the gate whatever it says"
          hint="It needs a reason, and stands in the audit log twice."
          checked=${form.override}
          onChange=${set("override")}
        />`}
        <${GateRefusal} error=${action.error} />
      </div>
      <div class="dl-f">
        <${Button} onClick=${onClose}>Cancel</${Button}>
        <${Button}
          kind=${move.danger || form.override ? "danger" : "pri"}
          type="submit"
          busy=${action.busy}
          because=${because}
        >
          ${move.label(to)}
        </${Button}>
      </div>
    </form>
  </${Dialog}>`;
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
export function RecordItem({ item, checklist, onClose }) {
  const [form, setForm] = useState({
    status: item.status === "waived" ? "not_evaluated" : item.status,
    note: item.note,
    evidenceUrl: item.evidenceUrl,
  });
  const set = (key) => (value) => setForm((before) => ({ ...before, [key]: value }));
  const box = useRef();
  const action = useAction(() => put(checklist, { items: [{ key: item.key, ...form }] }));
  const submit = async (event) => {
    event.preventDefault();
    const answer = await action.run();
    changed();
    if (!answer) return focusWrong(box.current);
    say(`${item.label} is recorded`);
    onClose();
  };
  const error = ownFields(action.error);
  return html`<${Dialog} label=${item.label} onClose=${onClose}>
    <form onSubmit=${submit} ref=${box}>
      <div class="dl-b">
        <${Field}
          as="select"
          name="status"
          label="Result"
          value=${form.status}
          onInput=${set("status")}
          error=${error}
        >
          <${Options} options=${RESULTS} />
        </${Field}>
        <${Field}
          as="textarea"
          name="note"
          label="Note"
          hint="A pass needs a note or a link."
          rows="3"
          maxlength="2000"
          value=${form.note}
          onInput=${set("note")}
          error=${error}
        />
        <${Field}
          name="evidenceUrl"
          label="Link to evidence"
          optional
          type="url"
          maxlength="2000"
          value=${form.evidenceUrl}
          onInput=${set("evidenceUrl")}
          error=${error}
        />
        <${Refused} error=${action.error} />
      </div>
      <div class="dl-f">
        <${Button} onClick=${onClose}>Cancel</${Button}>
        <${Button} kind="pri" type="submit" busy=${action.busy}>Record</${Button}>
      </div>
    </form>
  </${Dialog}>`;
}

/** Lets an agent go without an item, for a time. */
export function Waive({ item, checklist, onClose }) {
  const [reason, setReason] = useState("");
  const [until, setUntil] = useState("");
  const box = useRef();
  const action = useAction(() => {
    const waiver = { key: item.key, reason: reason.trim(), expiresAt: fromInput(until) };
    return put(checklist, { waivers: [...kept(checklist), waiver] });
  });
  const because = !reason.trim() ? "Give a reason first" : !until ? "Say until when first" : "";
  const submit = async (event) => {
    event.preventDefault();
    if (because) return;
    const answer = await action.run();
    changed();
    if (!answer) return focusWrong(box.current);
    say(`${item.label} is waived`);
    onClose();
  };
  const error = ownFields(action.error);
  return html`<${Dialog} label=${"Waive " + item.label.toLowerCase()} onClose=${onClose}>
    <form onSubmit=${submit} ref=${box}>
      <div class="dl-b">
        <p>The requirement is waived until the waiver expires. The waiver does not count for the member who grants it.</p>
        <${Field}
          as="textarea"
          name="reason"
          label="Reason"
          rows="2"
          maxlength="2000"
          required
          value=${reason}
          onInput=${setReason}
          error=${error}
        />
        <${Field}
          name="expiresAt"
          label="Until (UTC)"
          type="datetime-local"
          required
          value=${until}
          onInput=${setUntil}
          error=${error}
        />
        <${Refused} error=${action.error} />
      </div>
      <div class="dl-f">
        <${Button} onClick=${onClose}>Cancel</${Button}>
        <${Button} kind="pri" type="submit" busy=${action.busy} because=${because}>Waive</${Button}>
      </div>
    </form>
  </${Dialog}>`;
}

/** Takes a waiver back. */
export function Withdraw({ waiver, label, checklist, onClose }) {
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
