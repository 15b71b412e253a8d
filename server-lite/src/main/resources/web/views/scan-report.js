import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Card, KeyValue, PageHead } from "../components/page.js";
import { Copyable, SEVERITIES, Sev, Tag, Time } from "../components/marks.js";
import { DataTable, Pager } from "../components/table.js";
import { Empty, Note, whenLoaded } from "../components/states.js";
import { useQuery } from "../query.js";
import { useParams } from "../router.js";
import { num, plural } from "../formats/counts.js";
import { duration } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { FindingDrawer } from "./finding-parts.js";
import { ServerOf, sourceName } from "./mcp-parts.js";

const SIZE = 50;

/** One stored scan report. */
export function ScanReportPage({ id }) {
  const query = useQuery(`/api/mcp/reports/${encodeURIComponent(id)}`);
  const report = query.data?.report;
  return html`<${PageHead}
      title=${report ? `Scan of ${report.config_path}` : "Scan report"}
      crumbs=${[["MCP servers", "/mcp"], ["Scan reports", "/mcp/reports"]]}
      sub=${report && `${sourceName(report.source)}, ${plural(report.servers_scanned, "server")} read`}
    />
    ${whenLoaded(query, 420, (data) => html`<${Report} report=${data.report} />`)}`;
}

function Report(/** @type {Props<{ report: Api<"McpScanReport"> }>} */ { report }) {
  const found = report.findings.filter((f) => !f.suppressed);
  const partial = report.status === "partial";
  return html`
    ${partial && html`<${Skipped} report=${report} />`}
    <div class="cols">
      <div class="grid">
        ${report.findings.length > 0
          ? html`<${Found} findings=${report.findings} />`
          : html`<div class="card">
              ${partial
                ? html`<${Empty} icon="triangle-alert" title="No findings in the scanned part">
                    <p>The skipped servers above were not scanned.</p>
                  </${Empty}>`
                : html`<${Empty} title="No findings"><p>All servers of the file were scanned.</p></${Empty}>`}
            </div>`}
        <${Card} title="Summary">
          <pre class="code wrap md" tabindex="0" aria-label="Summary of the scanner">
            ${report.markdown_summary || "The report contains no summary."}
          </pre>
        </${Card}>
      </div>
      <div class="grid">
        <${Since} id=${report.report_id} />
        <${Card} title="Report">
          <${KeyValue}
            rows=${[
              ["Status", partial
                ? html`<${Tag} tone="medium" icon="triangle-alert">Partial</${Tag}>`
                : html`<${Tag} tone=${found.length ? null : "ok"}>Complete</${Tag}>`],
              ["File", html`<code>${report.config_path}</code>`],
              ["Source", sourceName(report.source)],
              ["Scanned", html`<${Time} at=${report.scanned_at} />`],
              ["Duration", duration(report.scan_duration_ms)],
              ["ID", html`<${Copyable} text=${report.report_id} label="Copy ID" />`],
            ]}
          />
        </${Card}>
      </div>
    </div>`;
}

/** The skipped servers, if the report lists them. Extensions may contain any value. */
function skippedServers(extensions) {
  const listed = extensions.skipped_servers;
  return Array.isArray(listed)
    ? listed.filter((one) => typeof one?.name === "string" && typeof one.reason === "string")
    : [];
}

/** The skipped servers: listed by reports with assets, otherwise in the summary. */
function Skipped(/** @type {Props<{ report: Api<"McpScanReport"> }>} */ { report }) {
  const skipped = skippedServers(report.extensions);
  return html`<${Note} tone="medium" icon="triangle-alert" title="Part of this file was not scanned">
    ${skipped.length === 0
      ? html`<p>The summary below lists what could not be read.</p>`
      : html`<p>
            ${plural(skipped.length, "server was", "servers were")} skipped. Their findings are missing from this report.
          </p>
          <ul>
            ${skipped.map(
              (s, i) => html`<li key=${i}><code>${s.name}</code>${Number.isInteger(s.line) && ` (line ${s.line})`}: ${s.reason}</li>`,
            )}
          </ul>`}
  </${Note}>`;
}

/** The changes of the report. Only the list of recent reports contains them. */
function Since({ id }) {
  const list = useQuery("/api/mcp/reports?limit=500");
  const line = list.data?.reports.find((r) => r.id === id);
  const figures = line && [
    ["New", line.newFindings],
    ["Fixed", line.fixedFindings],
    ["Reopened", line.reopenedFindings],
    ["Drift", line.driftFindings],
  ];
  return html`<${Card} title="Changes">
    ${figures
      ? html`<${KeyValue} rows=${[
          ...figures.map(([name, n]) => [name, html`<b>${num(n)}</b>`]),
          ["Uploaded by", line.uploadedBy],
          ["Received", html`<${Time} at=${line.receivedAt} />`],
        ]} />
        <p class="mt4">
          <a href=${"/mcp/findings?status=all&q=" + encodeURIComponent(line.configPath)}>View findings of this file</a>
        </p>`
      : html`<p class="dim">
          ${list.loading ? "Loading" : "Not available: changes are shown for the latest 500 reports."}
        </p>`}
  </${Card}>`;
}

function Found({ findings }) {
  const [params, update] = useParams();
  const [open, setOpen] = useState(null);
  const page = Number(params.get("page")) || 1;
  const sorted = [...findings].sort(
    (a, b) => a.suppressed - b.suppressed || SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  );
  const rows = sorted.slice((page - 1) * SIZE, page * SIZE);
  /** @type {Columns<Api<"Finding">>} */
  const columns = [
    { key: "what", label: "Finding", main: true, cell: (f) => words(f.finding_type), detail: (f) => f.detail },
    { key: "severity", label: "Severity", cell: (f) => html`<${Sev} level=${f.severity} />` },
    { key: "server", label: "Server", cell: (f) => html`<${ServerOf} finding=${f} />` },
    { key: "line", label: "Line", className: "num", cell: (f) => /** @type {any} */ (f.extensions)?.location?.line ?? "" },
    {
      key: "state",
      label: "Suppressed",
      cell: (f) => (f.suppressed ? html`<${Tag} tone="info">Yes</${Tag}>` : html`<span class="dim">No</span>`),
    },
  ];
  return html`<div class="fit"><${DataTable}
      name="scan-report"
      caption="Findings of the report, most severe first"
      columns=${columns}
      rows=${rows}
      id=${(f) => f.finding_id}
      onOpen=${setOpen}
      empty=${html`<${Empty} icon="list-filter" title="No findings on this page" />`}
      foot=${html`<${Pager} page=${page} size=${SIZE} total=${findings.length} update=${update} unit="findings" />`}
    /></div>
    ${open && html`<${FindingDrawer} finding=${open} onClose=${() => setOpen(null)} />`}`;
}
