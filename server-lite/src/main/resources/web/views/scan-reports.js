import { html } from "../components/html.js";
import { Card, PageHead } from "../components/page.js";
import { Tag, Time } from "../components/marks.js";
import { DataTable, Pager } from "../components/table.js";
import { Empty, whenLoaded } from "../components/states.js";
import { withQuery } from "../api.js";
import { useKept, useQuery } from "../query.js";
import { useParams } from "../router.js";
import { num, plural } from "../formats/counts.js";
import { Counts, FirstReport, UploadCommand, sourceName, useReportKey } from "./mcp-parts.js";

const SIZE = 50;

/** The outcome of a scan. A partial scan is marked first, so that it never looks clean. */
export function Outcome(/** @type {Props<{ report: Api<"McpReportSummary"> }>} */ { report }) {
  const counts = {
    critical: report.criticalCount,
    high: report.highCount,
    medium: report.mediumCount,
    low: report.lowCount,
    info: report.infoCount,
  };
  if (report.status === "partial") {
    return html`<span class="counts">
      <${Tag} tone="medium" icon="triangle-alert">Partial</${Tag}>
      <${Counts} counts=${counts} none="None in the scanned part" />
    </span>`;
  }
  if (report.findingsCount === 0 && report.driftFindings > 0) return html`<${Tag} tone="medium">Drift only</${Tag}>`;
  if (report.findingsCount === 0) return html`<${Tag} tone="ok" icon="check">No findings</${Tag}>`;
  return html`<${Counts} counts=${counts} />`;
}

/** The uploaded scan reports, latest first. */
export function ScanReports() {
  const [params, update] = useParams();
  const page = Number(params.get("page")) || 1;
  const path = withQuery("/api/mcp/reports", {
    limit: SIZE,
    offset: (page - 1) * SIZE || null,
    sort: params.get("sort"),
  });
  const query = useKept(
    useQuery(path, { every: 30 }),
  );
  /** @type {Columns<Api<"McpReportSummary">, "/api/mcp/reports">} */
  const columns = [
    {
      key: "file",
      sort: "configPath",
      label: "File",
      main: true,
      cell: (r) => html`<span class="mono">${r.configPath}</span>`,
      detail: (r) =>
        `${sourceName(r.source)}, ${plural(r.serversScanned, "server")} scanned, uploaded by ${r.uploadedBy || "an unknown user"}`,
    },
    { key: "outcome", sort: "findingsCount", label: "Findings", className: "dim", cell: (r) => html`<${Outcome} report=${r} />` },
    { key: "new", sort: "newFindings", label: "New", className: "num", cell: (r) => num(r.newFindings) },
    { key: "fixed", sort: "fixedFindings", label: "Fixed", className: "num", cell: (r) => num(r.fixedFindings) },
    { key: "reopened", sort: "reopenedFindings", label: "Reopened", className: "num", cell: (r) => num(r.reopenedFindings) },
    { key: "drift", sort: "driftFindings", label: "Drift", className: "num", cell: (r) => num(r.driftFindings) },
    { key: "scanned", sort: "scannedAt", label: "Scanned", className: "dim", hidden: true, cell: (r) => html`<${Time} at=${r.scannedAt} />` },
    { key: "received", sort: "receivedAt", label: "Received", className: "dim", cell: (r) => html`<${Time} at=${r.receivedAt} />` },
  ];
  return html`<${PageHead}
      title="Scan reports"
      crumbs=${[["MCP servers", "/mcp"]]}
      sub="Uploaded scan reports, one per configuration file and scan."
    >
      <a class="btn" href="/mcp/findings">Findings</a>
    </${PageHead}>
    ${whenLoaded(query, 480, (data) =>
      data.total === 0
        ? html`<div class="card">
            <${FirstReport} title="No scan reports yet">
              A report lists the servers of a configuration and their findings.
            </${FirstReport}>
          </div>`
        : html`<div class="fit"><${DataTable} list=${path}
              name="scan-reports"
              caption="Scan reports, latest first"
              columns=${columns}
              rows=${data.reports}
              id=${(r) => r.id}
              href=${(r) => "/mcp/reports/" + r.id}
              empty=${html`<${Empty} icon="list-filter" title="No scan reports on this page">
                <a class="btn" href="/mcp/reports">Show first page</a>
              </${Empty}>`}
              foot=${html`<${Pager} page=${page} size=${SIZE} total=${data.total} update=${update} unit="reports" />`}
            /></div>
            <div class="mt4"><${Another} /></div>`)}`;
}

/** The upload command, below an existing list. */
function Another() {
  const { key } = useReportKey();
  return html`<${Card} title="Upload another report"><${UploadCommand} name=${key?.name} /></${Card}>`;
}
