import { html } from "../components/html.js";
import { Button, KeyValue } from "../components/page.js";
import { Copyable, Sev, State, Time, worst } from "../components/marks.js";
import { Drawer } from "../components/dialog.js";
import { Note } from "../components/states.js";
import { whoMay } from "../session.js";
import { Hash, ServerOf } from "./mcp-parts.js";
import { plural } from "../formats/counts.js";
import { readable } from "../formats/dates.js";
import { words } from "../formats/words.js";

/** All finding types of the scanner. */
export const FINDING_TYPES = (
  "ambiguous_server api_base_url_override auto_approve baseline_drift broad_filesystem_access config_permissions " +
  "container_host_mount container_host_namespace container_privileged dangerous_env_override " +
  "dangerous_instruction_command data_exfiltration duplicate_server_key hardcoded_secret headers_helper_command " +
  "hidden_instructions inline_interpreter_code insecure_transport internal_or_metadata_url invisible_unicode " +
  "known_vulnerable_package malicious_instructions missing_auth mutable_git_ref privilege_elevation proxy_override " +
  "relative_binary_path remote_code_pipe sandbox_disabled sensitive_path_access server_impersonation " +
  "server_name_collision server_name_confusable shell_metacharacters shell_wrapper suppression_expired " +
  "suppression_unused suspicious_path suspicious_url_host symlinked_config tls_verification_disabled " +
  "tool_description_injection tool_shadowing typosquat_package unpinned_container_image unpinned_package " +
  "wildcard_bind"
).split(" ");

/** The position of a finding in its file. */
function place(location) {
  if (!location?.line) return null;
  return `Line ${location.line}, column ${location.column}`;
}

/**
 * The details of a finding.
 *
 * @param onIncident creates an incident from the finding; null without permission
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
      <p>${readable(f.detail)}</p>
      ${f.remediation && html`<${Note} tone="ok" icon="wrench" title="How to fix">${readable(f.remediation)}</${Note}>`}
      <${KeyValue}
        rows=${[
          ["Server", f.server_id ? html`<a href=${"/mcp/" + f.server_id}>${f.server}</a>` : html`<${ServerOf} finding=${f} />`],
          ["File", html`<code>${f.config_path}</code>`],
          ["Location", more.location?.pointer && html`<code>${more.location.pointer}</code>`],
          ["Position", place(more.location)],
          ["Rule", more.rule_id && html`<code>${more.rule_id}</code>`],
          ["Confidence", more.confidence && words(more.confidence)],
          ["First seen", f.first_seen_at && html`<${Time} at=${f.first_seen_at} />`],
          ["Last seen", html`<${Time} at=${f.last_seen_at ?? f.observed_at} />`],
          ["Fixed", f.fixed_at && html`<${Time} at=${f.fixed_at} />`],
          ["Fingerprint", print && html`<${Hash} of=${print} />`],
          ["Finding ID", html`<${Copyable} text=${f.finding_id} label="Copy finding ID" />`],
          ["Report", f.report_id && html`<a href=${"/mcp/reports/" + f.report_id}>Open scan report</a>`],
        ].filter(([, value]) => value)}
      />
      <${Suppressing} finding=${f} print=${print} />
      ${f.finding_type === "baseline_drift" && html`<a href="/mcp/baseline">Review changes</a>`}
      ${onIncident !== undefined &&
      html`<div class="row">
        <${Button} icon="siren" because=${onIncident ? "" : whoMay("incidents:write")} onClick=${onIncident}>
          Create incident
        </${Button}>
      </div>`}
    </div>
  </${Drawer}>`;
}

/** How to suppress a finding. Suppressions are stored in the scanned repository. */
function Suppressing(/** @type {Props} */ { finding, print }) {
  const why = finding.extensions?.suppression_reason;
  if (finding.status === "suppressed" || finding.suppressed) {
    return html`<${Note} title="Suppressed in the scanned repository">
      ${why && html`<p>${why}</p>`}${finding.suppressed_by && html`<p>Defined in <code>${finding.suppressed_by}</code></p>`}
    </${Note}>`;
  }
  if (!print || finding.status === "fixed" || finding.finding_type === "baseline_drift") return null;
  const command = `svc-preflight suppress ${print.replace(/^sha256:/, "").slice(0, 8)} --reason "why it is accepted"`;
  return html`<details>
    <summary>Suppress this finding</summary>
    <p class="dim">
      Suppressions are stored in the file .svc/preflight.yaml of the project, where they can be reviewed. Run this command
      in the project with your reason. The next scan report updates this page.
    </p>
    <p><${Copyable} text=${command} label="Copy command" /></p>
  </details>`;
}

function summaryOf(findings) {
  const lines = findings.map(
    (f) => `${f.finding_id} ${f.severity} ${words(f.finding_type)} on ${f.server || "the file"} (${f.config_path}): ${f.detail}`,
  );
  const text = `Created from ${plural(findings.length, "MCP finding")}:\n\n${lines.join("\n")}`;
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
