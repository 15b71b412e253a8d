import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { Copyable, State, Tag, Time } from "../components/marks.js";
import { Button, KeyValue } from "../components/page.js";
import { Drawer } from "../components/dialog.js";
import { middle, words } from "../formats/words.js";
import { useMay, whoMay } from "../session.js";

/** Severities of drift, highest first. */
export const DRIFT = ["critical", "warning", "info"];
const TONES = { critical: "critical", warning: "medium", info: "info" };
const ICONS = { critical: "octagon-x", warning: "triangle-alert", info: "info" };

/** The highest drift severity as a tag. */
export function Drift({ severity }) {
  if (!severity) return html`<span class="dim">None</span>`;
  return html`<${Tag} tone=${TONES[severity]} icon=${ICONS[severity]}>${words(severity)}</${Tag}>`;
}

/** The four checks, with the remediation of failed ones. */
export function CheckList({ checks }) {
  return html`<ul class="gate">
    ${checks.map(
      (check) => html`<li key=${check.check} class=${check.passed ? "" : "no"}>
        <${Icon} name=${check.passed ? "circle-check" : "circle-x"} />
        <div>
          ${words(check.check)}<span class="vh">${check.passed ? ": passed" : ": failed"}</span>
          <div class="dim">${check.detail}</div>
          ${!check.passed && check.remediation && html`<div>${check.remediation}</div>`}
        </div>
      </li>`,
    )}
  </ul>`;
}

const plain = (value) => (value == null ? "nothing" : typeof value === "string" ? value : JSON.stringify(value));

/** The differences from the certified state. */
function Differences({ diff }) {
  return html`<ul class="lines diffs">
    ${diff.map(
      (d, i) => html`<li key=${i}>
        <div>
          <span class="row wrap"><${Drift} severity=${d.severity} /><b class="t">${words(d.class)}</b><code>${d.path}</code></span>
          <span class="row wrap d"><del><span class="vh">was </span>${plain(d.before)}</del><ins><span class="vh">is </span>${plain(d.after)}</ins></span>
        </div>
      </li>`,
    )}
  </ul>`;
}

/** The certification of a workflow: status, drift, checks and history. */
export function WorkflowDrawer({ workflow, certify, revoke, onClose }) {
  const { row, drift, rows } = workflow;
  const mayCertify = useMay("certifications:write");
  const mayRevoke = useMay("certifications:revoke");
  const checked = rows.findLast((r) => r.checks.length > 0);
  return html`<${Drawer} label=${row.workflow_name} onClose=${onClose}>
    <div class="dl-b flat">
      <${KeyValue} rows=${[
        ["Status", html`<${State} of=${row.status} />`],
        ["Platform", words(row.platform)],
        ["Workflow ID", html`<${Copyable} text=${row.workflow_id} label="Copy workflow ID" />`],
        ["Certificate ID", html`<${Copyable}
          text=${row.cert_id} shown=${middle(row.cert_id, 26)} label="Copy certificate ID" />`],
        ["Agent", row.agent_id && html`<a href=${`/agents/${row.agent_id}`}>Open agent</a>`],
        ["Asset", html`<a href=${`/discovery/${row.asset_id}`}>Open in discovery</a>`],
        ["Risk at this decision", row.risk_score],
        ["Fingerprint", row.fingerprint && html`<${Copyable}
          text=${row.fingerprint} shown=${middle(row.fingerprint, 26)} label="Copy fingerprint" />`],
        ["Signature", row.signature.verified ? `Verified with key ${middle(row.signature.key_id, 18)}` : html`<b class="bad">Not verified</b>`],
        ["Reason", row.reason],
      ]} />
      ${drift.length > 0 && html`<h3>Drift since certification</h3><${Differences} diff=${drift} />`}
      ${checked && html`<h3>Checks, <${Time} at=${checked.at} /></h3><${CheckList} checks=${checked.checks} />`}
      <h3>History</h3>
      <ol class="feed">
        ${[...rows].reverse().map(
          (r) => html`<li key=${r.seq}>
            <span class="dot tone-info"><${Icon}
              name=${EVENT_ICONS[r.event] ?? "circle-dashed"} size=${14} /></span>
            <div>
              <div class="x">${words(r.event)}</div>
              <div class="m">Row ${r.seq}, by ${r.actor.name}${r.reason && `: ${r.reason}`}${!r.signature.verified && ". The signature is not verified."}</div>
            </div>
            <${Time} at=${r.at} />
          </li>`,
        )}
      </ol>
    </div>
    <div class="dl-f">
      <${Button} because=${!mayRevoke ? whoMay("certifications:revoke") : row.status === "CERTIFIED" ? "" : "The workflow is not certified"}
        onClick=${revoke}>Revoke certification</${Button}>
      <${Button} kind="pri" because=${mayCertify ? "" : whoMay("certifications:write")} onClick=${certify}>
        ${row.status === "CERTIFIED" ? "Certify again" : "Certify workflow"}
      </${Button}>
    </div>
  </${Drawer}>`;
}

const EVENT_ICONS = {
  certified: "badge-check",
  blocked: "ban",
  revoked: "badge-x",
  drift_warning: "triangle-alert",
  drift_info: "info",
};
