import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { State, Time } from "../components/marks.js";
import { Button, Card } from "../components/page.js";
import { Dialog } from "../components/dialog.js";
import { Field } from "../components/form.js";
import { Empty, Note, Refused, say } from "../components/states.js";
import { send } from "../api.js";
import { refetch, useAction, useQuery } from "../query.js";
import { plural } from "../formats/counts.js";
import { words } from "../formats/words.js";
import { HOLDS, labelOf } from "./incident-words.js";
import { usePeople } from "./people.js";

function useAgentNames() {
  const agents = useQuery("/api/agents?limit=200").data?.agents ?? [];
  const names = new Map(agents.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}

/**
 * Holds agents of an incident back, or lets them go, and then tells what became of each.
 *
 * @param release whether they are let go
 */
export function ContainDialog({ incident, release, onClose }) {
  // The agents are those of the moment when somebody asked; later ones are not contained unseen.
  const [agents] = useState(() =>
    release ? [...new Set(incident.containment.holds.map((hold) => hold.agentId))] : incident.agentIds,
  );
  const name = useAgentNames();
  const [chosen, setChosen] = useState(new Set(agents));
  const [values, setValues] = useState({ action: release ? "release" : "quarantine", reason: "", minutes: "" });
  const [outcome, setOutcome] = useState(null);
  const path = "/api/incidents/" + incident.id;
  const action = useAction(() =>
    send("POST", path + "/contain", {
      action: values.action,
      agentIds: [...chosen],
      reason: values.reason.trim(),
      durationMinutes: values.minutes ? Number(values.minutes) : null,
    }),
  );
  const because = !chosen.size ? "Choose an agent first" : values.reason.trim() ? "" : "Give a reason first";
  const submit = async (event) => {
    event.preventDefault();
    if (because || action.busy) return;
    const done = await action.run();
    if (!done) return;
    refetch(path, "/api/incidents", "/api/agents", "/api/overview");
    say(release ? "Agents released" : "Containment is in force");
    setOutcome(done.containment);
  };
  const label = release ? "Release agents" : "Contain agents";
  if (outcome) {
    return html`<${Dialog} label=${label} onClose=${onClose}>
      <div class="dl-b"><div role="status"><${Outcome} containment=${outcome} name=${name} /></div></div>
      <div class="dl-f"><${Button} kind="pri" onClick=${onClose}>Done</${Button}></div>
    </${Dialog}>`;
  }
  const flip = (id) => {
    const next = new Set(chosen);
    next.has(id) ? next.delete(id) : next.add(id);
    setChosen(next);
  };
  const set = (name) => (value) => setValues({ ...values, [name]: value });
  return html`<${Dialog} label=${label} onClose=${onClose}>
    <form onSubmit=${submit}>
      <div class="dl-b">
        ${release
          ? html`<p>What this incident does to them ends. What another incident holds back stays so, and revoked keys and
              claims do not come back.</p>`
          : html`<${Kinds} value=${values.action} onChange=${set("action")} />`}
        <fieldset class="rsp-set">
          <legend>Agents</legend>
          ${agents.map(
            (id) => html`<label class="check" key=${id}>
              <input type="checkbox" checked=${chosen.has(id)} onChange=${() => flip(id)} /><span>${name(id)}</span>
            </label>`,
          )}
        </fieldset>
        <${Field} as="textarea" rows="2" name="reason" label="Reason" value=${values.reason} onInput=${set("reason")}
          error=${action.error} maxlength="1000" hint="It is on the timeline and in the audit log." />
        ${!release &&
        html`<${Field} name="durationMinutes" label="Ends by itself after, in minutes" optional type="number" min="1"
          value=${values.minutes} onInput=${set("minutes")} error=${action.error}
            hint="Without it, until released." />`}
        <${Refused} error=${action.error} />
      </div>
      <div class="dl-f">
        <${Button} onClick=${onClose}>Cancel</${Button}>
        <${Button} kind=${release ? "pri" : "danger"} type="submit" because=${because} busy=${action.busy}>
          ${release ? "Release" : "Contain"} ${plural(chosen.size, "agent")}
        </${Button}>
      </div>
    </form>
  </${Dialog}>`;
}

function Kinds({ value, onChange }) {
  return html`<fieldset class="rsp-set">
    <legend>What to do</legend>
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

/** What became of each agent. */
function Outcome({ containment, name }) {
  if (!containment.agents.length) return html`<${Note}>No agent was concerned.</${Note}>`;
  return html`<ul class="rsp-list">${containment.agents.map(
    (agent) => html`<li key=${agent.agentId}>
      <div><b>${name(agent.agentId)}</b>
        <div class="dim">${[agent.actions.map((one) => words(one).toLowerCase()).join(", "), agent.detail].filter(Boolean).join(". ")}</div></div>
      <${State} of=${TONES[agent.status]} label=${words(agent.status)} />
    </li>`,
  )}</ul>`;
}

/** Every order to hold agents back or let them go, with what became of each agent. */
export function Containments({ incident }) {
  const name = useAgentNames();
  const people = usePeople();
  const { actions } = incident.containment;
  if (!actions.length) {
    return html`<div class="card"><${Empty} icon="lock" title="No contained agents">
      <p>Containing an agent denies what it asks and keeps it from reaching anything, at once.</p>
    </${Empty}></div>`;
  }
  return html`<div class="grid">${actions.map(
    (order, i) => html`<${Card}
      key=${order.id}
      id=${order.id}
      title=${html`${order.action === "release" ? "Release" : labelOf(HOLDS, order.action)}
        <span class="vh">, order ${actions.length - i}</span>`}
      action=${html`<${State} of=${order.status === "done" ? "inactive" : order.status}
        label=${words(order.status)} />`}
    >
      <p class="rsp-text">${order.reason}</p>
      <p class="dim">${people.name(order.requestedBy)} <${Time} at=${order.requestedAt} />
        ${order.expiresAt && html`, ends <${Time} at=${order.expiresAt} />`}</p>
      <${Outcome} containment=${order} name=${name} />
    </${Card}>`,
  )}</div>`;
}
