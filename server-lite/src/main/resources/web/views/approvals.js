import { html } from "../components/html.js";
import { Sev, State, Time } from "../components/marks.js";
import { PageHead } from "../components/page.js";
import { Empty, whenLoaded } from "../components/states.js";
import { DataTable, TokenPager } from "../components/table.js";
import { Choice, ClearFilters, FilterBar, SearchBox } from "../components/filters.js";
import { withQuery } from "../api.js";
import { useQuery } from "../query.js";
import { useParams } from "../router.js";
import { num } from "../formats/counts.js";
import { actionLine, Countdown, STATES, statusName } from "./approval-words.js";

const FILTERS = ["status", "agentId", "q"];
const SIZE = 50;

/** @type {Columns<Api<"ApprovalLine">, "/api/approvals">} */
const COLUMNS = [
  { key: "severity", sort: "severity", label: "Severity", cell: (approval) => html`<${Sev} level=${approval.severity} />` },
  {
    key: "title",
    sort: "title",
    label: "Action",
    main: true,
    cell: (approval) => approval.title,
    detail: (approval) => approval.reason,
  },
  {
    key: "agent",
    sort: "agentName",
    label: "Agent",
    className: "name",
    cell: (approval) => html`<a href=${"/agents/" + approval.agentId}>${approval.agentName || approval.agentId}</a>`,
  },
  { key: "action", sort: "action.type", label: "Details", hidden: true, cell: (approval) => actionLine(approval.action) },
  { key: "who", sort: "group", label: "Approvers", cell: (approval) => approval.group ?? html`<span class="dim">All approvers</span>` },
  { key: "needed", sort: "approvalsRequired", label: "Required approvals", className: "num", cell: (approval) => approval.approvalsRequired },
  {
    key: "status",
    sort: "status",
    label: "Status",
    cell: (approval) =>
      approval.status === "pending"
        ? html`<${Countdown} approval=${approval} />`
        : html`<${State} of=${approval.status === "execution_failed" ? "failed" : approval.status}
            label=${statusName(approval.status)} />`,
  },
  {
    key: "asked",
    sort: "requestedAt",
    label: "Requested",
    className: "dim",
    cell: (approval) => html`<${Time} at=${approval.requestedAt} />`,
  },
];

/** The list of approvals. The default status is pending. */
export function Approvals() {
  const [params, update] = useParams();
  const status = params.get("status") ?? "pending";
  const path = withQuery("/api/approvals", {
    status: status === "any" ? null : status,
    agentId: params.get("agentId"),
    q: params.get("q"),
    limit: SIZE,
    cursor: params.get("cursor"),
    sort: params.get("sort"),
  });
  const query = useQuery(path, { every: 10 });
  const agents = useQuery("/api/agents?limit=200").data?.agents ?? [];
  const states = [...STATES.map((state) => [state, statusName(state)]), ["any", "Any status"]];
  if (params.get("status") === "pending") states.unshift(["pending", "Pending"]);
  const narrowed = ["agentId", "q"].some((name) => params.get(name)) || status !== "pending";
  return html`<${PageHead} title="Approvals" sub="Actions waiting for approval." />
    <${FilterBar}>
      <${SearchBox} label="Search approvals" placeholder="Action, agent or reason" />
      <${Choice} name="status" label="Status" any="Pending" options=${states} />
      <${Choice} name="agentId" label="Agent" any="Any agent" options=${agents.map(({ id, name }) => [id, name])} />
      <${ClearFilters} names=${FILTERS} />
    </${FilterBar}>
    ${whenLoaded(query, 360, (data) => html`<${DataTable} list=${path}
      name="approvals"
      caption="Approvals, latest first"
      columns=${COLUMNS}
      rows=${data.approvals}
      id=${(approval) => approval.id}
      href=${(approval) => "/approvals/" + approval.id}
      empty=${html`<${Nothing} narrowed=${narrowed} />`}
      foot=${html`<${TokenPager}
        name="cursor"
        next=${data.cursor}
        shown=${data.approvals.length}
        total=${num(data.total) + (data.totalIsMinimum ? " or more" : "")}
        update=${update}
        params=${params}
        unit="approvals"
      />`}
    />`)}`;
}

function Nothing({ narrowed }) {
  if (narrowed) {
    return html`<${Empty} icon="filter" title="No approvals match these filters">
      <p>Clear the filters to see all pending approvals.</p>
      <a class="btn" href="/approvals">Show pending approvals</a>
    </${Empty}>`;
  }
  return html`<${Empty} title="No pending approvals">
    <p>Policies can require approval before an agent acts. Requests appear here.</p>
    <a class="btn" href="/approvals?status=any">Show all approvals</a>
  </${Empty}>`;
}
