import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { State, Time } from "../components/marks.js";
import { Button, Card } from "../components/page.js";
import { Dialog } from "../components/dialog.js";
import { Field, FormDialog, useForm } from "../components/form.js";
import { Empty, Note, say } from "../components/states.js";
import { send } from "../api.js";
import { refetch } from "../query.js";
import { plural } from "../formats/counts.js";
import { words } from "../formats/words.js";
import { useAgentNames } from "./agent-names.js";
import { HOLDS, labelOf } from "./incident-words.js";
import { usePeople } from "./people.js";

/**
 * The dialog that contains or releases agents of an incident, and shows the result for each.
 *
 * @param release true to release agents
 */
export function ContainDialog(/** @type {Props} */ { incident, release, onClose }) {
  // The agents when the dialog opened. Agents that are added later are not contained unseen.
  const [agents] = useState(() =>
    release ? [...new Set(incident.containment.holds.map((hold) => hold.agentId))] : incident.agentIds,
  );
  const names = useAgentNames();
  const [outcome, setOutcome] = useState(null);
  const path = /** @type {const} */ (`/api/incidents/${incident.id}`);
  const initial = {
    action: release ? "release" : "quarantine",
    reason: "",
    durationMinutes: "",
    chosen: new Set(agents),
  };
  const form = useForm(initial, (values) =>
    send("POST", path + "/contain", {
      action: values.action,
      agentIds: [...values.chosen],
      reason: values.reason.trim(),
      durationMinutes: values.durationMinutes ? Number(values.durationMinutes) : null,
    }),
  );
  const { action, chosen, reason } = form.values;
  const done = ({ containment }) => {
    refetch(path, "/api/incidents", "/api/agents", "/api/overview");
    say(release ? "Agents released" : "Agents contained");
    setOutcome(containment);
  };
  const label = release ? "Release agents" : "Contain agents";
  if (outcome) {
    return html`<${Dialog} label=${label} onClose=${onClose}>
      <div class="dl-b"><div role="status"><${Outcome} containment=${outcome} names=${names} /></div></div>
      <div class="dl-f"><${Button} kind="pri" onClick=${onClose}>Done</${Button}></div>
    </${Dialog}>`;
  }
  const flip = (id) => {
    const next = new Set(chosen);
    next.has(id) ? next.delete(id) : next.add(id);
    form.set({ chosen: next });
  };
  return html`<${FormDialog}
    label=${label}
    verb=${`${release ? "Release" : "Contain"} ${plural(chosen.size, "agent")}`}
    danger=${!release}
    because=${!chosen.size ? "Choose an agent first" : reason.trim() ? "" : "Enter a reason first"}
    form=${form}
    onDone=${done}
    onClose=${onClose}
  >
    ${release
      ? html`<p>Ends the containment by this incident. Containment by other incidents remains, and revoked keys and claims are
          not restored.</p>`
      : html`<${Kinds} value=${action} onChange=${form.field("action").onInput} />`}
    <fieldset class="rsp-set">
      <legend>Agents</legend>
      ${agents.map(
        (id) => html`<label class="check" key=${id}>
          <input type="checkbox" checked=${chosen.has(id)} onChange=${() => flip(id)} /><span>${names?.[id] ?? id}</span>
        </label>`,
      )}
    </fieldset>
    <${Field} ...${form.field("reason")} as="textarea" rows="2" label="Reason" maxlength="1000"
      hint="Shown on the timeline and in the audit log." />
    ${!release &&
    html`<${Field} ...${form.field("durationMinutes")} label="Release after (minutes)" optional type="number"
      min="1" hint="If empty, agents stay contained until released." />`}
  </${FormDialog}>`;
}

function Kinds({ value, onChange }) {
  return html`<fieldset class="rsp-set">
    <legend>Containment</legend>
    ${HOLDS.map(
      ([kind, label, hint]) => html`<label class="check" key=${kind}>
        <input type="radio" name="action" checked=${value === kind} onChange=${() => onChange(kind)} />
        <span>${label}<small>${hint}</small></span>
      </label>`,
    )}
  </fieldset>`;
}

const TONES = {
  contained: "contained",
  already_contained: "contained",
  failed: "failed",
  released: "active",
  still_contained: "degraded",
  not_contained: "inactive",
};

/** The result for each agent. */
function Outcome({ containment, names }) {
  if (!containment.agents.length) return html`<${Note}>No agents were affected.</${Note}>`;
  return html`<ul class="rsp-list">${containment.agents.map(
    (agent) => html`<li key=${agent.agentId}>
      <div><b>${names?.[agent.agentId] ?? agent.agentId}</b>
        <div class="dim">${[agent.actions.map((one) => labelOf(HOLDS, one, words(one))).join(", "), agent.detail].filter(Boolean).join(". ")}</div></div>
      <${State} of=${TONES[agent.status]} label=${words(agent.status)} />
    </li>`,
  )}</ul>`;
}

/** All containment and release actions, with the result for each agent. */
export function Containments(/** @type {Props} */ { incident }) {
  const names = useAgentNames();
  const people = usePeople();
  const { actions } = incident.containment;
  if (!actions.length) {
    return html`<div class="card"><${Empty} icon="lock" title="No contained agents">
      <p>Contain an agent to deny its actions immediately. Use Contain agents at the top of this page.</p>
    </${Empty}></div>`;
  }
  return html`<div class="grid">${actions.map(
    (order, i) => html`<${Card}
      key=${order.id}
      id=${order.id}
      title=${html`${order.action === "release" ? "Release" : labelOf(HOLDS, order.action)}
        <span class="vh">, action ${actions.length - i}</span>`}
      action=${html`<${State} of=${order.status === "done" ? "inactive" : order.status}
        label=${words(order.status)} />`}
    >
      <p class="rsp-text">${order.reason}</p>
      <p class="dim">${people.name(order.requestedBy)} <${Time} at=${order.requestedAt} />
        ${order.expiresAt && html`, expires <${Time} at=${order.expiresAt} />`}</p>
      <${Outcome} containment=${order} names=${names} />
    </${Card}>`,
  )}</div>`;
}
