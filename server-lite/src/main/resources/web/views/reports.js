import { useEffect, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { State, Time } from "../components/marks.js";
import { Button, PageHead } from "../components/page.js";
import { Empty, whenLoaded } from "../components/states.js";
import { DataTable, Pager } from "../components/table.js";
import { withQuery } from "../api.js";
import { useQuery } from "../query.js";
import { useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";
import { num } from "../formats/counts.js";
import { day } from "../formats/dates.js";
import { NewReport } from "./report-new.js";
import { typeName } from "./report-words.js";
import { usePeople } from "./people.js";

const SIZE = 25;

/** The period of a report. */
const span = ({ from, to }) => (from ? `${day(from)} to ${day(to)}` : `Until ${day(to)}`);

/** @returns {Columns<Api<"ReportSummary">, "/api/reports">} */
const columns = (name) => [
  {
    key: "title",
    sort: "title",
    label: "Report",
    main: true,
    cell: (report) => report.title,
    detail: (report) => typeName(report.type),
  },
  { key: "span", label: "Period", className: "dim", cell: span },
  { key: "status", sort: "status", label: "Status", cell: (report) => html`<${State} of=${report.status} />` },
  {
    key: "score",
    label: "Score",
    className: "num",
    cell: (report) => (report.summary?.score == null ? html`<span
      class="dim">None</span>` : report.summary.score + " %"),
  },
  { key: "rows", sort: "rowCount", label: "Rows", className: "num", cell: (report) => num(report.rowCount) },
  { key: "by", sort: "createdBy", label: "Requested by", hidden: true, cell: (report) => name(report.createdBy) },
  {
    key: "made",
    sort: "createdAt",
    label: "Requested",
    className: "dim",
    cell: (report) => html`<${Time} at=${report.createdAt} />`,
  },
];

/** Reports, latest request first. Pending reports refresh automatically. */
export function Reports() {
  const [params, update] = useParams();
  const [making, setMaking] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const may = useMay("reports:write");
  const { name } = usePeople();
  const page = Math.max(1, Number(params.get("page")) || 1);
  const path = withQuery("/api/reports", { sort: params.get("sort"), limit: SIZE, offset: (page - 1) * SIZE || null });
  const query = useQuery(path, { every: waiting ? 4 : 0 });
  const busy = query.data?.reports.some(({ status }) => ["queued", "running"].includes(status)) ?? false;
  useEffect(() => setWaiting(busy), [busy]);
  const create = html`<${Button} kind="pri" icon="plus" because=${may ? "" : whoMay("reports:write")}
    onClick=${() => setMaking(true)}>New report</${Button}>`;
  return html`<${PageHead} title="Reports"
    sub="Signed point-in-time reports.">${create}</${PageHead}>
    ${whenLoaded(query, 360, (data) => html`<${DataTable} list=${path}
      name="reports"
      caption="Reports, latest first"
      columns=${columns(name)}
      rows=${data.reports}
      id=${(report) => report.id}
      href=${(report) => "/reports/" + report.id}
      empty=${page > 1
        ? html`<${Empty} icon="filter" title="No reports on this page"><a class="btn"
          href="/reports">Show first page</a></${Empty}>`
        : html`<${Empty} icon="file-chart-column" title="No reports yet">
            <p>Reports show compliance, decisions, findings or incidents, with evidence.</p>
              ${create}
          </${Empty}>`}
      foot=${html`<${Pager} page=${page} size=${SIZE} total=${data.total} update=${update} unit="reports" />`}
    />`)}
    ${making && html`<${NewReport} onClose=${() => setMaking(false)} />`}`;
}
