import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { State } from "../components/marks.js";
import { Button } from "../components/page.js";
import { Confirm } from "../components/dialog.js";
import { Field, FormDialog, Options, useForm } from "../components/form.js";
import { Empty, Note, say, whenLoaded } from "../components/states.js";
import { DataTable } from "../components/table.js";
import { send } from "../api.js";
import { plural } from "../formats/counts.js";
import { words } from "../formats/words.js";
import { refetch, useQuery } from "../query.js";
import { useMay, whoMay } from "../session.js";

const PERMISSION = "policies:write";

function refresh() {
  refetch("/api/agents", "/api/policies", "/api/lifecycle");
}

const change = (policy, /** @type {"assign" | "unassign"} */ what, agent) =>
  send("POST", `/api/policies/${policy.id}/${what}`, { agentId: agent.id }, {
    headers: { "If-Match": `"${policy.recordVersion}"` },
  });

/** The policies that hold for an agent: those assigned to it, and those that hold for all. */
export function AgentPolicies(/** @type {Props} */ { agent }) {
  const query = useQuery("/api/policies?limit=500");
  const because = useMay(PERMISSION) ? "" : whoMay(PERMISSION);
  const [assigning, setAssigning] = useState(null);
  const [taking, setTaking] = useState(null);
  const holds = new Set(agent.policies.map(({ policyId }) => policyId));
  return html`${whenLoaded(query, 240, ({ policies }) => {
    const rows = policies.filter(({ id }) => holds.has(id));
    const others = policies.filter(({ assignments }) => !assignments.some(({ agentId }) => agentId === agent.id));
    return html`<div class="row tab-acts">
        <p class="dim">
          ${plural(rows.length, "policy holds", "policies hold")} for this agent.
        </p>
        <div class="sp">
          <${Button}
            icon="plus"
            because=${because || (others.length ? "" : "Every policy is assigned to it")}
            onClick=${() => setAssigning(others)}
          >Assign policy</${Button}>
        </div>
      </div>
      <${DataTable}
        name="agent-policies"
        caption=${"Policies that hold for " + agent.name}
        columns=${columns(agent, because, setTaking)}
        rows=${rows}
        id=${(policy) => policy.id}
        href=${(policy) => "/policies/" + policy.id}
        empty=${html`<${Empty} icon="scroll-text" title="No policy applies to this agent">
          <p>Without one, everything it asks for is allowed. A policy can observe first and change nothing.</p>
          ${!policies.length && html`<a class="btn" href="/policies/new">Write a policy</a>`}
        </${Empty}>`}
      />`;
  })}
    ${assigning && html`<${Assign} agent=${agent} policies=${assigning} onClose=${() => setAssigning(null)} />`}
    ${taking && html`<${Unassign} agent=${agent} policy=${taking} onClose=${() => setTaking(null)} />`}`;
}

/** @returns {Columns<Api<"Policy">>} */
function columns(agent, because, onTake) {
  return [
    {
      key: "name",
      label: "Policy",
      main: true,
      cell: (policy) => policy.name,
      detail: (policy) => policy.description,
    },
    { key: "stage", label: "Stage", cell: (policy) => html`<${State} of=${policy.currentStage} />` },
    { key: "on", label: "Switched on", cell: (policy) => (policy.enabled ? "Yes" : "No") },
    { key: "rules", label: "Rules", className: "num", cell: (policy) => policy.ruleCount },
    {
      key: "holds",
      label: "Holds for",
      cell: (policy) => (policy.appliesToAllAgents ? "All agents" : plural(policy.assignedAgentCount, "agent")),
    },
    {
      key: "acts",
      label: "Change",
      cell: (policy) => html`<${Button}
        small
        because=${because || (policy.appliesToAllAgents ? "It holds for all agents and is assigned to none" : "")}
        onClick=${() => onTake(policy)}
      >Unassign<span class="vh"> ${policy.name}</span></${Button}>`,
    },
  ];
}

function Assign(/** @type {Props} */ { agent, policies, onClose }) {
  const chosen = ({ agentId }) => policies.find(({ id }) => id === agentId);
  const form = useForm({ agentId: "" }, (values) => change(chosen(values), "assign", agent));
  const policy = chosen(form.values);
  const done = () => {
    refresh();
    say(`${policy.name} is assigned`);
    onClose();
  };
  const options = policies.map((one) => [one.id, `${one.name} (${words(one.currentStage).toLowerCase()})`]);
  return html`<${FormDialog}
    label="Assign policy"
    verb="Assign"
    because=${policy ? "" : "Choose a policy first"}
    form=${form}
    onDone=${done}
    onClose=${onClose}
  >
    <${Field} ...${form.field("agentId")} as="select" label="Policy" required>
      <option value="">Choose a policy</option>
      <${Options} options=${options} />
    </${Field}>
    ${policy?.appliesToAllAgents &&
    html`<${Note} tone="medium" icon="triangle-alert" title="This policy applies to all agents now">
      After the first assignment, it applies only to the assigned agents.
    </${Note}>`}
    ${policy && html`<p>${effect(policy)}</p>`}
  </${FormDialog}>`;
}

function effect(policy) {
  if (!policy.enabled) return "It is switched off, and decides nothing until it is switched on.";
  if (policy.mode === "enforce") return "It is enforced: what it denies is denied from the next request on.";
  if (policy.mode === "soft_enforce") return "In soft enforce it is told with each answer, and denies nothing.";
  return "It changes no decision at its stage.";
}

function Unassign(/** @type {Props} */ { agent, policy, onClose }) {
  const last = policy.assignedAgentCount === 1;
  return html`<${Confirm}
    label="Unassign policy"
    verb="Unassign"
    danger
    onClose=${onClose}
    onConfirm=${async () => {
      const answer = await change(policy, "unassign", agent);
      refresh();
      say(`${policy.name} is unassigned`);
      return answer;
    }}
  >
    <p><b>${policy.name}</b> does not hold for <b>${agent.name}</b> any more, from its next request on.</p>
    ${last &&
    html`<${Note} tone="medium" icon="triangle-alert" title="This is the last agent it is assigned to">
      A policy without assignments applies to all agents.
    </${Note}>`}
  </${Confirm}>`;
}
