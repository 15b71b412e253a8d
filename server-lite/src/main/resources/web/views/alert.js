import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Copyable, Sev, State, Tag, Time } from "../components/marks.js";
import { Button, Card, KeyValue, PageHead } from "../components/page.js";
import { Field } from "../components/form.js";
import { Note, Refused, say, whenLoaded } from "../components/states.js";
import { Icon } from "../components/icons.js";
import { send } from "../api.js";
import { refetch, useAction, useQuery } from "../query.js";
import { useMay, whoMay } from "../session.js";
import { num, percent, plural } from "../formats/counts.js";
import { readable } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { AlertDelivery } from "./alert-delivery.js";
import { IncidentDialog } from "./new-incident.js";
import { usePeople } from "./people.js";

/** The page of an alert: reason, triage, deliveries and timeline. */
export function AlertPage({ id }) {
  const path = /** @type {const} */ (`/api/alerts/${id}`);
  const query = useQuery(path, { every: 15 });
  const [opening, setOpening] = useState(false);
  const mayOpen = useMay("incidents:write");
  const alert = query.data?.alert;
  return html`<${PageHead}
      title=${alert?.title ?? "Alert"}
      sub=${alert && html`<${Subline} alert=${alert} />`}
      crumbs=${[["Alerts", "/alerts"]]}
    >
      ${alert && (alert.incident_id
        ? html`<a class="btn" href=${"/incidents/" + alert.incident_id}><${Icon} name="siren" />Open incident</a>`
        : html`<${Button} icon="siren" because=${mayOpen ? "" : whoMay("incidents:write")}
            onClick=${() => setOpening(true)}>Create incident</${Button}>`)}
    </${PageHead}>
    ${whenLoaded(query, 420, (data) => html`<${Body} alert=${data.alert} path=${path} />`)}
    ${opening && alert &&
    html`<${IncidentDialog}
      title=${alert.title}
      severity=${alert.severity}
      summary=${alert.description}
      agentIds=${alert.agent_id ? [alert.agent_id] : []}
      alertIds=${[alert.id]}
      onClose=${() => setOpening(false)}
    />`}`;
}

const Subline = (/** @type {Props} */ { alert }) => html`<span class="row rsp-marks">
  <${Sev} level=${alert.severity} /><${State} of=${alert.triage_status} />
  <span>Seen ${alert.occurrences === 1 ? "once" : plural(alert.occurrences, "time")}, last <${Time}
    at=${alert.last_seen_at} /></span>
</span>`;

function Body(/** @type {Props} */ { alert, path }) {
  return html`<div class="cols">
    <div class="grid">
      <${Verdict} alert=${alert} />
      <${AlertDelivery} alert=${alert} path=${path} />
      <${Timeline} alert=${alert} />
    </div>
    <div class="grid">
      <${Triage} alert=${alert} path=${path} />
      <${Related} alert=${alert} />
    </div>
  </div>`;
}

function Verdict(/** @type {Props} */ { alert }) {
  const { verdict, details } = alert;
  const more = Object.entries(details ?? {}).filter(([, value]) => value != null && value !== "");
  return html`<${Card} title="Reason" action=${verdict?.label && html`<${Tag}
    tone=${verdict.label === "malicious" ? "critical" : "medium"}>${words(verdict.label)}</${Tag}>`}>
    <p>${readable(verdict?.explanation || alert.description)}</p>
    <div class="mt4"><${KeyValue} rows=${[
      ["Source", words(verdict?.layer || alert.source)],
      ["Confidence", verdict?.confidence ? percent(verdict.confidence) : null],
      ["Model", verdict?.model && html`<code>${verdict.model}</code>`],
      ["Rule", alert.rule && html`<code>${alert.rule}</code>`],
      ["Recommendation", verdict?.recommended_action && words(verdict.recommended_action)],
    ]} /></div>
    ${verdict?.evidence?.length > 0 &&
    html`<h3 class="rsp-h3">Evidence</h3>
      <div class="rsp-scroll" tabindex="0" role="region" aria-label="Evidence">
        <table class="rsp-mini">
          <caption class="vh">Evidence of the verdict</caption>
          <thead><tr><th scope="col">Location</th><th scope="col">Match</th><th scope="col">Rule</th></tr></thead>
          <tbody>${verdict.evidence.map(
            (item, i) => html`<tr key=${i}>
              <td><code>${item.path}</code></td><td><code>${item.match}</code></td><td><code>${item.rule}</code></td>
            </tr>`,
          )}</tbody>
        </table>
      </div>`}
    ${more.length > 0 &&
    html`<h3 class="rsp-h3">Details</h3>
      <${KeyValue} rows=${more.map(([name, value]) => [
        words(name),
        html`<code>${typeof value === "object" ? JSON.stringify(value) : String(value)}</code>`,
      ])} />`}
  </${Card}>`;
}

const MOVES = {
  open: [["acknowledged", "Acknowledge", "pri"], ["resolved", "Resolve"], ["false_positive", "Mark as false positive"]],
  acknowledged: [["resolved", "Resolve", "pri"], ["false_positive", "Mark as false positive"], ["open", "Reopen"]],
  resolved: [["open", "Reopen"]],
  false_positive: [["open", "Reopen"]],
};

const DONE = {
  open: "Alert reopened",
  acknowledged: "Alert acknowledged",
  resolved: "Alert resolved",
  false_positive: "Alert marked as false positive",
};

function Triage(/** @type {Props} */ { alert, path }) {
  const [note, setNote] = useState("");
  const may = useMay("alerts:triage");
  const because = may ? "" : whoMay("alerts:triage");
  // Only a status change requires the current version. Notes never conflict.
  const action = useAction((state) =>
    send(
      "PATCH",
      path,
      { ...(state ? { triage_status: state } : {}), ...(note.trim() ? { note: note.trim() } : {}) },
      state ? { headers: { "If-Match": `"${alert.version}"` } } : {},
    ),
  );
  const run = async (state) => {
    const done = await action.run(state);
    refetch("/api/alerts", "/api/overview");
    if (!done) return;
    setNote("");
    say(state ? DONE[state] : "Note added");
  };
  return html`<${Card} title="Triage">
    <div class="grid">
      <div class="row"><span>Status:</span><${State} of=${alert.triage_status} /></div>
      <${Field} as="textarea" rows="3" name="note" label="Note" optional value=${note} onInput=${setNote}
        error=${action.error} maxlength="2000" hint="Saved with your decision." />
      <div class="row rsp-wrap">
        ${MOVES[alert.triage_status]?.map(
          ([state, label, kind]) => html`<${Button} key=${state} kind=${kind ?? ""} small busy=${action.busy}
            because=${because} onClick=${() => run(state)}>${label}</${Button}>`,
        )}
        <${Button} kind="ghost" small busy=${action.busy}
          because=${because || (note.trim() ? "" : "Enter a note first")}
            onClick=${() => run(null)}>Add note</${Button}>
      </div>
      <${Refused} error=${action.error} />
    </div>
  </${Card}>`;
}

/** Returns the row of the destination, which depends on the source of the alert. */
function destination({ source, destination: value }) {
  if (source === "approvals") return ["Approval", value && html`<a href=${"/approvals/" + value}>Open approval</a>`];
  const label = { certification: "Certification ID", mcp_report: "MCP server" }[source] ?? "Destination";
  return [label, value && html`<code>${value}</code>`];
}

function Related(/** @type {Props} */ { alert }) {
  const { related } = alert;
  return html`<${Card} title="Related">
    <${KeyValue} rows=${[
      ["Agent", alert.agent_id && html`<a href=${related.agent_url}>${alert.agent_name || alert.agent_id}</a>`],
      ["Session", related.session_url && html`<a href=${related.session_url}>Open session</a>`],
      ["Incident", related.incident_url && html`<a href=${related.incident_url}>Open incident</a>`],
      destination(alert),
      ["Environment", alert.environment && words(alert.environment)],
      ["First seen", html`<${Time} at=${alert.first_seen_at} />`],
      ["Closed", alert.closed_at && html`<${Time} at=${alert.closed_at} />`],
      ["Count", num(alert.occurrences)],
      ["Rules", alert.rule_ids.length > 0 &&
        html`<ul>${alert.rule_ids.map((rule, i) => html`<li key=${rule}><a
          href=${"/alerts/rules?rule=" + rule}>Rule ${i + 1}</a></li>`)}</ul>`],
      ["Alert ID", html`<${Copyable} text=${alert.id} />`],
    ]} />
  </${Card}>`;
}

const ENTRIES = {
  raised: ["bell", "high", "Raised"],
  severity_raised: ["arrow-up", "critical", "Severity increased"],
  reopened: ["rotate-ccw", "medium", "Reopened"],
  triaged: ["check", "accent", "Triaged"],
  noted: ["message-square", "info", "Note"],
  linked: ["link", "info", "Linked"],
  resent: ["refresh-cw", "info", "Resent"],
  notified: ["megaphone", "info", "Sent"],
  delivered: ["circle-check", "ok", "Delivered"],
  delivery_failed: ["circle-x", "critical", "Delivery failed"],
};

/** Converts API values to labels. Free text is unchanged. */
const detailText = (detail) => (/^[a-z_]+$/.test(detail ?? "") ? words(detail) : readable(detail));

function Timeline(/** @type {Props} */ { alert }) {
  const { name } = usePeople();
  if (!alert.timeline.length) return html`<${Card} title="Timeline"><${Note}>No events yet.</${Note}>
    </${Card}>`;
  return html`<${Card} title="Timeline">
    <ol class="feed">${alert.timeline.map((entry, i) => {
      const [icon, tone, label] = ENTRIES[entry.type] ?? ["info", "info", words(entry.type)];
      return html`<li key=${i}>
        <span class=${"dot tone-" + tone}><${Icon} name=${icon} size=${14} /></span>
        <div>
          <div class="x">${label}</div>
          <div class="m rsp-text">
            ${[detailText(entry.detail), entry.actor && name(entry.actor)].filter(Boolean).join(" · ")}</div>
        </div>
        <${Time} at=${entry.at} />
      </li>`;
    })}</ol>
  </${Card}>`;
}
