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

/** One scan report, as it was stored. */
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
                ? html`<${Empty} icon="triangle-alert" title="Nothing was found in what could be read">
                    <p>The servers above were not looked at.</p>
                  </${Empty}>`
                : html`<${Empty} title="No findings"><p>Every server of the file was read.</p></${Empty}>`}
            </div>`}
        <${Card} title="Summary">
          <pre class="code wrap md" tabindex="0" aria-label="Summary as the scanner wrote it">
            ${report.markdown_summary || "The report brought none."}
          </pre>
        </${Card}>
      </div>
      <div class="grid">
        <${Since} id=${report.report_id} />
        <${Card} title="Report">
          <${KeyValue}
            rows=${[
              ["State", partial
                ? html`<${Tag} tone="medium" icon="triangle-alert">Partial</${Tag}>`
                : html`<${Tag} tone=${found.length ? null : "ok"}>Complete</${Tag}>`],
              ["File", html`<code>${report.config_path}</code>`],
              ["Source", sourceName(report.source)],
              ["Scanned", html`<${Time} at=${report.scanned_at} />`],
              ["Took", duration(report.scan_duration_ms)],
              ["Report", html`<${Copyable} text=${report.report_id} label="Copy the identifier" />`],
            ]}
          />
        </${Card}>
      </div>
    </div>`;
}

/** The servers that could not be read, where the report lists them: extensions may hold anything. */
function skippedServers(extensions) {
  const listed = extensions.skipped_servers;
  return Array.isArray(listed)
    ? listed.filter((one) => typeof one?.name === "string" && typeof one.reason === "string")
    : [];
}

/** What could not be read: reports with assets list it, and others tell it in their summary. */
function Skipped(/** @type {Props<{ report: Api<"McpScanReport"> }>} */ { report }) {
  const skipped = skippedServers(report.extensions);
  return html`<${Note} tone="medium" icon="triangle-alert" title="Part of this file was not scanned">
    ${skipped.length === 0
      ? html`<p>The summary below says what could not be read.</p>`
      : html`<p>
            ${plural(skipped.length, "server was", "servers were")} skipped. Their problems are not listed here.
          </p>
          <ul>
            ${skipped.map(
              (s, i) => html`<li key=${i}><code>${s.name}</code>${Number.isInteger(s.line) && ` (line ${s.line})`}: ${s.reason}</li>`,
            )}
          </ul>`}
  </${Note}>`;
}

/** What the report changed. Only the list of reports tells, and not of those long past. */
function Since({ id }) {
  const list = useQuery("/api/mcp/reports?limit=500");
  const line = list.data?.reports.find((r) => r.id === id);
  const figures = line && [
    ["New", line.newFindings],
    ["Fixed", line.fixedFindings],
    ["Reopened", line.reopenedFindings],
    ["Drift", line.driftFindings],
  ];
  return html`<${Card} title="What it changed">
    ${figures
      ? html`<${KeyValue} rows=${[
          ...figures.map(([name, n]) => [name, html`<b>${num(n)}</b>`]),
          ["Sent by", line.uploadedBy],
          ["Received", html`<${Time} at=${line.receivedAt} />`],
        ]} />
        <p class="mt4">
          <a href=${"/mcp/findings?status=all&q=" + encodeURIComponent(line.configPath)}>Findings of this file</a>
        </p>`
      : html`<p class="dim">
          ${list.loading ? "Loading" : "The report is older than the latest 500, of which this is told."}
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
      label: "Accepted",
      cell: (f) => (f.suppressed ? html`<${Tag} tone="info">Suppressed</${Tag}>` : html`<span class="dim">No</span>`),
    },
  ];
  return html`<div class="fit"><${DataTable}
      name="scan-report"
      caption="Findings of the report, the worst first"
      columns=${columns}
      rows=${rows}
      id=${(f) => f.finding_id}
      onOpen=${setOpen}
      empty=${html`<${Empty} icon="list-filter" title="This page is empty" />`}
      foot=${html`<${Pager} page=${page} size=${SIZE} total=${findings.length} update=${update} unit="findings" />`}
    /></div>
    ${open && html`<${FindingDrawer} finding=${open} onClose=${() => setOpen(null)} />`}`;
}
