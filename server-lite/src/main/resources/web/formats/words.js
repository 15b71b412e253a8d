const KEPT = {
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
  json: "JSON",
  yaml: "YAML",
};

/** A name of the API as people write it: "hardcoded_secret" is "Hardcoded secret". */
export function words(name) {
  if (!name) return "";
  const all = String(name)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .split(/[_\s]+/)
    .map((word) => KEPT[word.toLowerCase()] ?? word.toLowerCase());
  const text = all.join(" ");
  return KEPT[all[0]?.toLowerCase()] ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

const ROLES = {
  role_admin: "Administrator",
  role_operator: "Operator",
  role_approver: "Approver",
  role_auditor: "Auditor",
  role_viewer: "Viewer",
};

/** A role as people call it. */
export const role = (name) => ROLES[name] ?? words(name);

/** The letters that stand for a person. */
export function initials(name) {
  const parts = String(name || "?").trim().split(/[\s._@-]+/).filter(Boolean);
  return ((parts[0]?.[0] ?? "?") + (parts.length > 1 ? parts[1][0] : "")).toUpperCase();
}

/** Text shortened in its middle, where ids and paths differ least. */
export function middle(text, most = 40) {
  if (!text || text.length <= most) return text;
  const half = Math.floor((most - 1) / 2);
  return text.slice(0, half) + "…" + text.slice(-half);
}
