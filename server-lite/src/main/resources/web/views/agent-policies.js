import { useState } from "preact/hooks";
import { html } from "../components/html.js";
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
import { Stage } from "./policy-parts.js";

const PERMISSION = "policies:write";

function refresh() {
  refetch("/api/agents", "/api/policies", "/api/lifecycle");
}

const change = (policy, /** @type {"assign" | "unassign"} */ what, agent) =>
  send("POST", `/api/policies/${policy.id}/${what}`, { agentId: agent.id }, {
    headers: { "If-Match": `"${policy.recordVersion}"` },
  });

/** The policies that apply to an agent: assigned ones, and those that apply to all agents. */
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
          ${plural(rows.length, "policy applies", "policies apply")} to this agent.
        </p>
        <div class="sp">
          <${Button}
            icon="plus"
            because=${because || (others.length ? "" : "All policies are assigned to this agent")}
            onClick=${() => setAssigning(others)}
          >Assign policy</${Button}>
        </div>
      </div>
      <${DataTable}
        name="agent-policies"
        caption=${"Policies that apply to " + agent.name}
        columns=${columns(agent, because, setTaking)}
        rows=${rows}
        id=${(policy) => policy.id}
        href=${(policy) => "/policies/" + policy.id}
        empty=${html`<${Empty} icon="scroll-text" title="No policy applies to this agent">
          <p>Without a policy, all actions are allowed. A new policy can start in observe mode, which only logs results.</p>
          ${!policies.length && html`<a class="btn" href="/policies/new">Create policy</a>`}
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
    { key: "stage", label: "Stage", cell: (policy) => html`<${Stage} stage=${policy.currentStage} mode=${policy.mode} />` },
    { key: "on", label: "Enabled", cell: (policy) => (policy.enabled ? "Yes" : "No") },
    { key: "rules", label: "Rules", className: "num", cell: (policy) => policy.ruleCount },
    {
      key: "holds",
      label: "Applies to",
      cell: (policy) => (policy.appliesToAllAgents ? "All agents" : plural(policy.assignedAgentCount, "agent")),
    },
    {
      key: "acts",
      label: "Actions",
      cell: (policy) => html`<${Button}
        small
        because=${because || (policy.appliesToAllAgents ? "The policy applies to all agents and has no assignments" : "")}
        onClick=${() => onTake(policy)}
      >Unassign policy<span class="vh"> ${policy.name}</span></${Button}>`,
    },
  ];
}

function Assign(/** @type {Props} */ { agent, policies, onClose }) {
  const chosen = ({ agentId }) => policies.find(({ id }) => id === agentId);
  const form = useForm({ agentId: "" }, (values) => change(chosen(values), "assign", agent));
  const policy = chosen(form.values);
  const done = () => {
    refresh();
    say("Policy assigned");
    onClose();
  };
  const options = policies.map((one) => [one.id, `${one.name} (${words(one.currentStage).toLowerCase()})`]);
  return html`<${FormDialog}
    label="Assign policy"
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
    html`<${Note} tone="medium" icon="triangle-alert" title="This policy currently applies to all agents">
      Once assigned, it applies only to the assigned agents.
    </${Note}>`}
    ${policy && html`<p>${effect(policy)}</p>`}
  </${FormDialog}>`;
}

function effect(policy) {
  if (!policy.enabled) return "The policy is disabled. It has no effect until you enable it.";
  if (policy.mode === "enforce") return "The policy is enforced. Denied calls are blocked from the next request.";
  if (policy.mode === "soft_enforce") return "The policy is in soft enforce. Calls it would deny are allowed with a warning.";
  return "The policy does not affect decisions at its current stage.";
}

function Unassign(/** @type {Props} */ { agent, policy, onClose }) {
  const last = policy.assignedAgentCount === 1;
  return html`<${Confirm}
    label="Unassign policy"
    danger
    onClose=${onClose}
    onConfirm=${async () => {
      const answer = await change(policy, "unassign", agent);
      refresh();
      say("Policy unassigned");
      return answer;
    }}
  >
    <p><b>${policy.name}</b> no longer applies to <b>${agent.name}</b>, from the next request.</p>
    ${last &&
    html`<${Note} tone="medium" icon="triangle-alert" title="This is the last assigned agent">
      A policy without assignments applies to all agents.
    </${Note}>`}
  </${Confirm}>`;
}
