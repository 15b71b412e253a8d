import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Tag, Time } from "../components/marks.js";
import { Button, Card } from "../components/page.js";
import { Confirm } from "../components/dialog.js";
import { Check, FormDialog, useForm } from "../components/form.js";
import { Empty, Note, say, whenLoaded } from "../components/states.js";
import { plural } from "../formats/counts.js";
import { words } from "../formats/words.js";
import { send, withQuery } from "../api.js";
import { refetch, useQuery } from "../query.js";
import { useMay, whoMay } from "../session.js";
import { usePeople } from "./people.js";
import { ifMatch } from "./policy-parts.js";

const done = () => refetch("/api/policies", "/api/agents", "/api/governance/rollout");

/** The agents that a policy applies to. */
export function PolicyAgents(/** @type {Props} */ { policy }) {
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState(null);
  const may = useMay("policies:write");
  const { name: who } = usePeople();
  const because = may ? "" : whoMay("policies:write");
  const many = policy.assignments;
  const drop = async (agents) => {
    await send("POST", `/api/policies/${asked.policy.id}/unassign`, { agentIds: agents.map((a) => a.agentId) }, ifMatch(asked.policy));
    done();
    say(agents.length === 1 ? `Unassigned from ${agents[0].agentName}` : `Unassigned from ${plural(agents.length, "agent")}`);
  };
  const action = html`${many.length > 0 &&
    html`<${Button}
      small because=${because} onClick=${() => setAsked({ policy, agents: many })}
    >Apply to all agents</${Button}>`}
    <${Button} small icon="plus" because=${because} onClick=${() => setAdding(true)}>Assign agents</${Button}>`;
  return html`<${Card} title="Agents" padded=${false} action=${action}>
      ${many.length === 0
        ? html`<${Empty} icon="users" level=${3} title="Applies to all agents">
            <p>This includes future agents. After an assignment, the policy applies only to the assigned agents.</p>
          </${Empty}>`
        : html`<ul class="lines">
            ${many.map(
              (a) => html`<li key=${a.agentId}>
                <div>
                  <a class="t" href=${`/agents/${a.agentId}`}>${a.agentName}</a>
                  <span class="dim d">Assigned <${Time} at=${a.assignedAt} /> by ${who(a.assignedBy)}</span>
                </div>
                <${Button} small because=${because} onClick=${() => setAsked({ policy, agents: [a] })}>
                  Unassign<span class="vh"> ${a.agentName}</span>
                </${Button}>
              </li>`,
            )}
          </ul>`}
    </${Card}>
    ${adding && html`<${Assign} policy=${policy} onClose=${() => setAdding(false)} />`}
    ${asked &&
    html`<${Confirm}
      label=${asked.agents.length === many.length ? "Apply to all agents" : "Unassign agent"}
      onClose=${() => setAsked(null)}
      onConfirm=${() => drop(asked.agents)}
    >
      ${asked.agents.length === asked.policy.assignments.length
        ? html`<${Note} tone="medium" icon="triangle-alert" title="The policy will apply to all agents">
            A policy without assigned agents applies to all agents. To stop evaluation, disable the policy instead.
          </${Note}>`
        : html`<p>“${asked.policy.name}” no longer applies to “${asked.agents[0].agentName}”.</p>`}
    </${Confirm}>`}`;
}

function Assign(/** @type {Props} */ { policy: latest, onClose }) {
  const [policy] = useState(latest);
  const [text, setText] = useState("");
  const form = useForm({ chosen: new Set() }, ({ chosen }) =>
    send("POST", `/api/policies/${policy.id}/assign`, { agentIds: [...chosen] }, ifMatch(policy)),
  );
  const { chosen } = form.values;
  const query = useQuery(withQuery("/api/agents", { q: text.trim(), limit: 50 }));
  const has = new Set(policy.assignments.map((a) => a.agentId));
  const pick = (id) => (on) => {
    const next = new Set(chosen);
    on ? next.add(id) : next.delete(id);
    form.set({ chosen: next });
  };
  const assigned = () => {
    done();
    say(`Assigned to ${plural(chosen.size, "agent")}`);
    onClose();
  };
  return html`<${FormDialog}
    label="Assign agents"
    verb=${chosen.size ? `Assign to ${plural(chosen.size, "agent")}` : "Assign"}
    because=${chosen.size ? "" : "Choose an agent first"}
    form=${form}
    onDone=${assigned}
    onClose=${onClose}
  >
    ${policy.appliesToAllAgents && html`<p>Applies to all agents. After an assignment, it applies only to the assigned agents.</p>`}
    <div class="field">
      <label for="find-agent">Find agents</label>
      <input
        class="inp" id="find-agent" type="search" value=${text}
        onInput=${(event) => setText(event.target.value)} />
    </div>
    ${whenLoaded(query, 160, ({ agents, total }) => html`<fieldset class="choose">
      <legend class="vh">Agents</legend>
      ${agents.length === 0 && html`<p class="dim">No agents match.</p>`}
      ${agents.map((agent) =>
        has.has(agent.id)
          ? html`<div
            class="row" key=${agent.id}
          ><span class="dim">${agent.name}</span><${Tag}>Assigned</${Tag}></div>`
          : html`<${Check} key=${agent.id} label=${agent.name} hint=${[words(agent.platform), words(agent.lifecycleState)].join(", ")}
              checked=${chosen.has(agent.id)} onChange=${pick(agent.id)} />`,
      )}
      ${total > agents.length && html`<p class="dim">${agents.length} of ${total} agents are shown. Search by name to find others.</p>`}
    </fieldset>`)}
  </${FormDialog}>`;
}
