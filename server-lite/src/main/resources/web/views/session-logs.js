import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Copyable, State, Tag, Time } from "../components/marks.js";
import { Card } from "../components/page.js";
import { Empty, whenLoaded } from "../components/states.js";
import { withQuery } from "../api.js";
import { num, plural } from "../formats/counts.js";
import { clock, duration, utc } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { useQuery } from "../query.js";

const LEAST = ["debug", "info", "warning", "error", "critical"];
const TONES = { warning: "medium", error: "critical", critical: "critical" };

/** The runtime log of a session. */
export function RuntimeLogs({ id }) {
  const [severity, setSeverity] = useState("");
  const query = useQuery(withQuery("/api/store/runtime-logs", { session_id: id, severity, limit: 1000 }));
  const choice = html`<select
    class="inp"
    aria-label="Minimum severity"
    value=${severity}
    onChange=${(event) => setSeverity(event.target.value)}
  >
    <option value="">All severities</option>
    ${LEAST.slice(1).map((level) => html`<option value=${level}>${words(level)} and worse</option>`)}
  </select>`;
  return html`<${Card} title="Runtime log" action=${choice} padded=${false}>
    ${whenLoaded(query, 160, (data) =>
      data.logs.length
        ? html`<div class="pad">
            ${data.truncated &&
            html`<p class="dim">Showing the latest ${num(data.logs.length)} of ${plural(data.total, "line")}.</p>`}
            <div class="logs" role="region" aria-label="Log lines" tabindex="0">
              <ol>
                ${data.logs.map(
                  (line) => html`<li key=${line.id}>
                    <time datetime=${line.timestamp} title=${utc(line.timestamp)}>${clock(line.timestamp)}</time>
                    <${Tag} tone=${TONES[line.severity]}>${words(line.severity)}</${Tag}>
                    <span class="dim">${words(line.source)}</span>
                    <code>${line.message}</code>
                  </li>`,
                )}
              </ol>
            </div>
          </div>`
        : html`<${Empty}
          icon="terminal"
          level=${3}
          title=${severity ? "No log lines of this severity" : "No log lines yet"}
        >
            <p>Log lines come from OpenTelemetry and from decisions.</p>
          </${Empty}>`)}
  </${Card}>`;
}

/** Links to the traces of a session in another system. */
export function TraceLinks({ id }) {
  const query = useQuery(withQuery("/api/store/trace-links", { session_id: id }));
  return html`<${Card} title="Traces">
    ${whenLoaded(query, 60, (data) =>
      data.trace_links.length
        ? html`<ul class="traces">
            ${data.trace_links.map(
              (link) => html`<li key=${link.trace_id + link.span_id}>
                <span class="row wrap">
                  ${link.url
                    ? html`<a href=${link.url} target="_blank" rel="noreferrer">${link.name}</a>`
                    : html`<b>${link.name}</b>`}
                  ${link.status !== "unset" && html`<${State} of=${link.status} />`}
                  <span class="dim">
                    ${words(link.system)}${link.duration_ms != null && `, ${duration(link.duration_ms)}`}
                  </span>
                  <span class="dim"><${Time} at=${link.started_at} /></span>
                </span>
                <${Copyable} text=${link.trace_id} label="Copy trace ID" />
              </li>`,
            )}
          </ul>
          ${data.trace_links.some(({ url }) => !url) &&
          html`<p class="dim">
            To link traces, an administrator sets the trace address in Settings.
          </p>`}`
        : html`<p class="dim">No traces in this session.</p>`)}
  </${Card}>`;
}
