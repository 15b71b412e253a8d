import { html } from "../components/html.js";
import { Button, KeyValue } from "../components/page.js";
import { Copyable, Sev, State, Time, worst } from "../components/marks.js";
import { Drawer } from "../components/dialog.js";
import { Note } from "../components/states.js";
import { whoMay } from "../session.js";
import { Hash, ServerOf } from "./mcp-parts.js";
import { plural } from "../formats/counts.js";
import { words } from "../formats/words.js";

/** Every type of finding that the scanner has. */
export const FINDING_TYPES = (
  "ambiguous_server api_base_url_override auto_approve baseline_drift broad_filesystem_access config_permissions " +
  "container_host_mount container_host_namespace container_privileged dangerous_env_override duplicate_server_key " +
  "hardcoded_secret headers_helper_command inline_interpreter_code insecure_transport internal_or_metadata_url " +
  "invisible_unicode known_vulnerable_package missing_auth mutable_git_ref privilege_elevation proxy_override " +
  "relative_binary_path remote_code_pipe sandbox_disabled sensitive_path_access server_impersonation " +
  "server_name_collision server_name_confusable shell_metacharacters shell_wrapper suppression_expired " +
  "suppression_unused suspicious_path suspicious_url_host symlinked_config tls_verification_disabled " +
  "tool_description_injection tool_shadowing typosquat_package unpinned_container_image unpinned_package wildcard_bind"
).split(" ");

/** The place of a finding in its file. */
function place(location) {
  if (!location?.line) return null;
  return `line ${location.line}, column ${location.column}`;
}

/**
 * All about one finding, beside the list.
 *
 * @param onIncident opens an incident of it; null where the person may not
 */
export function FindingDrawer(/** @type {Props} */ { finding: f, onIncident, onClose }) {
  const more = /** @type {Record<string, any>} */ (f.extensions ?? {});
  const print = more.fingerprint;
  return html`<${Drawer} label=${words(f.finding_type)} onClose=${onClose}>
    <div class="dl-b">
      <div class="row">
        <${Sev} level=${f.severity} />
        <${State} of=${f.status ?? (f.suppressed ? "suppressed" : "open")} />
      </div>
      <p>${f.detail}</p>
      ${f.remediation && html`<${Note} tone="ok" icon="wrench" title="How to fix">${f.remediation}</${Note}>`}
      <${KeyValue}
        rows=${[
          ["Server", f.server_id ? html`<a href=${"/mcp/" + f.server_id}>${f.server}</a>` : html`<${ServerOf} finding=${f} />`],
          ["File", html`<code>${f.config_path}</code>`],
          ["Place", more.location?.pointer && html`<code>${more.location.pointer}</code>`],
          ["", place(more.location)],
          ["Rule", more.rule_id && html`<code>${more.rule_id}</code>`],
          ["Confidence", more.confidence && words(more.confidence)],
          ["First seen", f.first_seen_at && html`<${Time} at=${f.first_seen_at} />`],
          ["Last seen", html`<${Time} at=${f.last_seen_at ?? f.observed_at} />`],
          ["Fixed", f.fixed_at && html`<${Time} at=${f.fixed_at} />`],
          ["Fingerprint", print && html`<${Hash} of=${print} />`],
          ["Finding", html`<${Copyable} text=${f.finding_id} label="Copy the identifier" />`],
          ["Report", f.report_id && html`<a href=${"/mcp/reports/" + f.report_id}>The scan report</a>`],
        ].filter(([, value]) => value)}
      />
      <${Suppressing} finding=${f} print=${print} />
      ${f.finding_type === "baseline_drift" && html`<a href="/mcp/baseline">Look at the changes</a>`}
      ${onIncident !== undefined &&
      html`<div class="row">
        <${Button} icon="siren" because=${onIncident ? "" : whoMay("incidents:write")} onClick=${onIncident}>
          Create incident
        </${Button}>
      </div>`}
    </div>
  </${Drawer}>`;
}

/** Whether to accept a finding is decided where the scanner runs; this says how. */
function Suppressing(/** @type {Props} */ { finding, print }) {
  const why = finding.extensions?.suppression_reason;
  if (finding.status === "suppressed" || finding.suppressed) {
    return html`<${Note} title="Accepted in the scanned repository">
      ${why && html`<p>${why}</p>`}${finding.suppressed_by && html`<p>Decided in <code>${finding.suppressed_by}</code></p>`}
    </${Note}>`;
  }
  if (!print || finding.status === "fixed" || finding.finding_type === "baseline_drift") return null;
  const command = `svc-preflight suppress ${print.replace(/^sha256:/, "").slice(0, 8)} --reason "why it is accepted"`;
  return html`<details>
    <summary>Accept it instead</summary>
    <p class="dim">
      Findings are accepted in the project’s .svc/preflight.yaml, where the decision can be reviewed. Run this there, with
      your reason; the next report brings it here.
    </p>
    <p><${Copyable} text=${command} label="Copy the command" /></p>
  </details>`;
}

function summaryOf(findings) {
  const lines = findings.map(
    (f) => `${f.finding_id} ${f.severity} ${f.finding_type} on ${f.server || "the file"} (${f.config_path}): ${f.detail}`,
  );
  const text = `Opened from ${plural(findings.length, "MCP finding")}:\n\n${lines.join("\n")}`;
  return text.length > 9_900 ? text.slice(0, 9_900) + "…" : text;
}

function titleOf(findings) {
  const servers = [...new Set(findings.map((f) => f.server).filter(Boolean))];
  const types = [...new Set(findings.map((f) => f.finding_type))];
  const what = types.length === 1 ? words(types[0]) : plural(findings.length, "MCP finding");
  const where = servers.length === 1 ? ` on ${servers[0]}` : servers.length ? ` on ${servers.length} servers` : "";
  return (what + where).slice(0, 200);
}

/** The proposed incident for findings. The API does not link findings as evidence, so the summary lists them. */
export const proposal = (findings) => ({
  title: titleOf(findings),
  severity: worst(findings) ?? "medium",
  category: findings.some((f) => f.finding_type === "hardcoded_secret") ? "DATA_LEAK" : "SUPPLY_CHAIN",
  summary: summaryOf(findings),
  tags: ["mcp"],
});
