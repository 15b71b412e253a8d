const WORDS = {
  api: "API",
  mcp: "MCP",
  ai: "AI",
  id: "ID",
  ide: "IDE",
  cli: "CLI",
  url: "URL",
  sso: "SSO",
  n8n: "n8n",
  llm: "LLM",
  pii: "PII",
  otlp: "OTLP",
  otel: "OpenTelemetry",
  oidc: "OpenID Connect",
  siem: "SIEM",
  github: "GitHub",
  pagerduty: "PagerDuty",
  tls: "TLS",
  csv: "CSV",
  http: "HTTP",
  json: "JSON",
  yaml: "YAML",
  microvm: "microVM",
  tenant: "workspace",
  org: "workspace",
  cancelled: "canceled",
};

/** Display names of API values that their words do not describe. */
const NAMES = {
  burst: "Activity spike",
  exfiltration: "Data exfiltration",
  pii_exposure: "Personal data exposure",
  off_hours: "Activity at an unusual hour",
  no_route: "Not routed",
  power_automate: "Power Automate",
  register_api: "Registration API",
  mcp_config: "MCP configuration",
  svc_preflight: "Svc Preflight",
  "svc-preflight": "Svc Preflight",
  "claude-desktop": "Claude Desktop",
  "claude-code": "Claude Code",
  vscode: "VS Code",
  args: "Arguments",
  env_keys: "Environment variables",
  tool_count: "Number of tools",
};

/** Converts an API value to a label: "hardcoded_secret" to "Hardcoded secret". */
export function words(name) {
  if (!name) return "";
  if (NAMES[name]) return NAMES[name];
  const all = String(name)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .split(/[_\s]+/)
    .map((word) => WORDS[word.toLowerCase()] ?? word.toLowerCase());
  const text = all.join(" ");
  return WORDS[all[0]?.toLowerCase()] ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

const ROLES = {
  role_admin: "Administrator",
  role_operator: "Operator",
  role_approver: "Approver",
  role_auditor: "Auditor",
  role_viewer: "Viewer",
};

/** Returns the display name of a role. */
export const role = (name) => ROLES[name] ?? words(name);

/** Returns the initials of a name. */
export function initials(name) {
  const parts = String(name || "?").trim().split(/[\s._@-]+/).filter(Boolean);
  return ((parts[0]?.[0] ?? "?") + (parts.length > 1 ? parts[1][0] : "")).toUpperCase();
}

/** Shortens a text in the middle, where IDs and paths differ least. */
export function middle(text, most = 40) {
  if (!text || text.length <= most) return text;
  const half = Math.floor((most - 1) / 2);
  return text.slice(0, half) + "…" + text.slice(-half);
}
