import { html } from "../components/html.js";
import { Check, Field, FormDialog, Options, useForm } from "../components/form.js";
import { linesOf, Lines } from "./settings-parts.js";
import { send } from "../api.js";
import { role } from "../formats/words.js";
import { useQuery } from "../query.js";
import { useMay, useSession } from "../session.js";

/** The label and the description of each scope. */
export const SCOPES = {
  "reports:write": ["Upload scan reports", "Uploads the reports of scanners."],
  "eval:write": ["Request decisions", "Requests a policy decision before an agent acts."],
  "register:write": ["Register workflows", "Registers workflows and agents."],
  "redact:write": ["Redact text", "Removes personal data and secrets from text."],
  "proxy:use": ["Use the outbound proxy", "Calls other services with credentials that the agent never sees."],
  "telemetry:write": ["Send telemetry", "Sends events, traces, logs and metrics of agents."],
  "governance:read": ["Read governance", "Reads rollouts, decisions, claims and events."],
  "governance:write": ["Change governance", "Promotes or rolls back policies and issues claims, within its role."],
  "certifications:read": ["Read certifications", "Reads which workflows are certified."],
  "certifications:write": ["Certify workflows", "Certifies workflows and revokes certifications, within its role."],
  "dashboard:*": ["Full dashboard API", "Calls the dashboard API within its role. Excludes API key management."],
  "keys:manage": ["Manage API keys", "Creates, rotates and revokes child keys, which never have more permissions."],
};

const MACHINE = Object.keys(SCOPES).filter((scope) => !["dashboard:*", "keys:manage"].includes(scope));
const PRESETS = [
  ["reports:write", "Upload scan reports", ["reports:write"]],
  ["agent", "Agent or gateway", ["eval:write", "redact:write", "proxy:use", "telemetry:write"]],
  ["platform", "Workflow platform", ["register:write", "certifications:read", "telemetry:write"]],
  ["all", "All machine endpoints", MACHINE],
  ["own", "Custom", []],
];
const LIVES = [
  ["7", "7 days"],
  ["30", "30 days"],
  ["90", "90 days"],
  ["180", "180 days"],
  ["366", "366 days"],
];
const ROLES = ["role_viewer", "role_operator", "role_approver", "role_auditor", "role_admin"];
/** Whether the role of a key limits a scope. */
const isBounded = (scope) => /^(governance|certifications|dashboard|keys):/.test(scope);

/** Creates a key. onDone gets the response, which contains the key. */
export function NewKey({ scopes, onDone, onClose }) {
  const session = useSession();
  const isAdmin = useMay("members:write");
  const preset = PRESETS.find(([id]) => id === scopes) ?? PRESETS[0];
  const agents = useQuery("/api/agents?limit=200").data?.agents ?? [];
  const initial = {
    name: "",
    purpose: preset[0],
    scopes: preset[2],
    role: "role_operator",
    expiresInDays: "90",
    agentId: "",
    allowedIps: "",
  };
  const form = useForm(initial, (values) => send("POST", "/api/admin/api-keys", bodyOf(values)));
  const { name, scopes: chosen } = form.values;
  const pick = (id) => form.set({ purpose: id, scopes: PRESETS.find(([p]) => p === id)?.[2] });
  const toggle = (scope, on) =>
    form.set({ purpose: "own", scopes: on ? [...chosen, scope] : chosen.filter((s) => s !== scope) });
  const roles = isAdmin ? ROLES : [...new Set(["role_viewer", session.role])];
  return html`<${FormDialog}
    label="Create key"
    className="dl-b form"
    because=${!name.trim() ? "Enter a name first" : chosen.length ? "" : "Select a scope first"}
    form=${form}
    onDone=${onDone}
    onClose=${onClose}
    novalidate
  >
    <${Field}
      ...${form.field("name")}
      label="Name"
      hint="For example, the pipeline that uses the key: ci-scanner."
      maxlength="100"
      autocomplete="off"
    />
    <${Field} ...${form.field("purpose")} label="Purpose" as="select" onInput=${pick}>
      <${Options} options=${PRESETS.map(([id, label]) => [id, label])} />
    </${Field}>
    <fieldset class="plain">
      <legend>Scopes</legend>
      <div class="choices">
        ${Object.entries(SCOPES).map(
          ([scope, [label, hint]]) => html`<${Check}
            key=${scope}
            label=${html`${label} <code class="dim">${scope}</code>`}
            hint=${hint}
            checked=${chosen.includes(scope)}
            onChange=${(on) => toggle(scope, on)}
          />`,
        )}
      </div>
    </fieldset>
    <div class="two">
      <${Field}
        ...${form.field("role")}
        label="Role"
        as="select"
        hint=${chosen.some(isBounded) ? "Limits the scopes, together with your own role." : "Not used by these scopes."}
      ><${Options} options=${roles.map((name) => [name, role(name)])} /></${Field}>
      <${Field}
        ...${form.field("expiresInDays")}
        label="Expires in"
        as="select"
        hint=${isAdmin ? "" : "Only administrators can create keys that never expire."}
      ><${Options} options=${isAdmin ? [...LIVES, ["never", "Never"]] : LIVES} /></${Field}>
    </div>
    <${Field}
      ...${form.field("agentId")}
      label="Agent"
      optional
      hint="The key acts for this agent only, and stops working while the agent is contained."
      list="key-agents"
      placeholder="agt_…"
      autocomplete="off"
    />
    <datalist id="key-agents">
      ${agents.map((agent) => html`<option key=${agent.id} value=${agent.id}>${agent.name}</option>`)}
    </datalist>
    <${Lines}
      ...${form.field("allowedIps")}
      label="Allowed addresses"
      optional
      rows="2"
      hint="One IP address or CIDR block per line, such as 10.0.0.0/8. Empty: any address."
    />
  </${FormDialog}>`;
}

function bodyOf(form) {
  const allowedIps = linesOf(form.allowedIps);
  return {
    name: form.name.trim(),
    scopes: form.scopes,
    role: form.role,
    expiresInDays: form.expiresInDays === "never" ? null : Number(form.expiresInDays),
    ...(form.agentId.trim() ? { agentId: form.agentId.trim() } : {}),
    ...(allowedIps.length ? { allowedIps } : {}),
  };
}
