import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button, PageHead } from "../components/page.js";
import { Sev, State, Time } from "../components/marks.js";
import { ChipSet, Choice, ClearFilters, FilterBar, SavedViews, SearchBox } from "../components/filters.js";
import { BulkBar, DataTable, TokenPager } from "../components/table.js";
import { Empty, whenLoaded } from "../components/states.js";
import { withQuery } from "../api.js";
import { useKept, useQuery } from "../query.js";
import { useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";
import { num } from "../formats/counts.js";
import { readable } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { FirstReport, ServerOf } from "./mcp-parts.js";
import { IncidentDialog } from "./new-incident.js";
import { FINDING_TYPES, FindingDrawer, proposal } from "./finding-parts.js";

const FILTERS = ["q", "severity", "status", "finding_type", "server"];
const OPEN = "new,open";
const VIEWS = [
  ["All open", ""],
  ["Critical and high", "severity=critical,high"],
  ["Secrets", "finding_type=hardcoded_secret"],
  ["Drift", "finding_type=baseline_drift"],
  ["Fixed", "status=fixed"],
  ["Suppressed", "status=suppressed"],
];
const STATES = [
  ["new", "New in the latest report"],
  ["open", "Open since an earlier report"],
  ["fixed", "Fixed"],
  ["suppressed", "Suppressed"],
  ["all", "Any status"],
];

/** Returns the API path for the filters. The default is open findings. */
function asked(params, more = {}) {
  const status = params.get("status") ?? OPEN;
  return withQuery("/api/mcp/findings", {
    severity: params.get("severity"),
    finding_type: params.get("finding_type"),
    server: params.get("server"),
    q: params.get("q"),
    sort: params.get("sort"),
    status: status === "all" ? null : status,
    page_size: 50,
    ...more,
  });
}

/** The list of findings of all MCP servers. */
export function Findings() {
  const [params, update] = useParams();
  const query = useKept(useQuery(asked(params, { page_token: params.get("page_token") }), { every: 30 }));
  useEffect(() => {
    if (params.get("status") === OPEN) update({ status: null });
  }, [params.get("status")]);
  const narrowed = FILTERS.some((name) => params.get(name));
  const any = useQuery(query.data?.total_size === 0 && !narrowed ? "/api/mcp/reports?limit=1" : null);
  return html`<${PageHead}
      title="MCP findings"
      crumbs=${[["MCP servers", "/mcp"]]}
      sub="Findings of all servers and configurations."
    >
      <a class="btn" href="/mcp/reports">Scan reports</a>
      <a class="btn" href="/mcp/baseline">Baseline</a>
    </${PageHead}>
    ${whenLoaded(query, 520, (data) =>
      any.data?.total === 0
        ? html`<div class="card">
            <${FirstReport} title="No findings yet">
              Findings come from scan reports. Upload a report from a machine with MCP servers.
            </${FirstReport}>
          </div>`
        : html`<${List} data=${data} params=${params} update=${update} />`)}`;
}

/** Returns a severity with the number of its findings that match the other filters. */
function useLevel(params, level) {
  const { data } = useQuery(asked(params, { severity: level, page_size: 1 }), { every: 60 });
  return [level, words(level), data ? num(data.total_size) + (data.total_is_minimum ? "+" : "") : null];
}

function List(/** @type {Props<{ data: Answer<"GET", "/api/mcp/findings"> }>} */ { data, params, update }) {
  const seen = useRef(new Map());
  data.findings.forEach((f) => seen.current.set(f.finding_id, f));
  const [selected, select] = useState(new Set());
  const [incident, setIncident] = useState(null);
  const may = useMay("incidents:write");
  const severities = [
    useLevel(params, "critical"),
    useLevel(params, "high"),
    useLevel(params, "medium"),
    useLevel(params, "low"),
    useLevel(params, "info"),
  ];
  const servers = useQuery("/api/mcp?limit=500").data?.servers ?? [];
  const shown = data.findings.find((f) => f.finding_id === params.get("finding"));
  const chosen = () => [...selected].map((id) => seen.current.get(id)).filter(Boolean);
  /** @type {Columns<Api<"TrackedFinding">, "/api/mcp/findings">} */
  const columns = [
    {
      key: "what",
      sort: "finding_type",
      label: "Finding",
      main: true,
      cell: (f) => words(f.finding_type),
      detail: (f) => html`${readable(f.detail)} · <code>${f.config_path}</code>`,
    },
    { key: "severity", sort: "severity", label: "Severity", cell: (f) => html`<${Sev} level=${f.severity} />` },
    { key: "server", sort: "server_name", label: "Server", cell: (f) => html`<${ServerOf} finding=${f} />` },
    { key: "status", sort: "status", label: "Status", cell: (f) => html`<${State} of=${f.status} />` },
    {
      key: "first",
      sort: "first_seen_at",
      label: "First seen",
      className: "dim",
      hidden: true,
      cell: (f) => html`<${Time} at=${f.first_seen_at} />`,
    },
    { key: "last", sort: "last_seen_at", label: "Last seen", className: "dim", cell: (f) => html`<${Time} at=${f.last_seen_at} />` },
  ];
  return html`<${SavedViews} resource="mcp_findings" names=${FILTERS} builtIn=${VIEWS} />
    <div class="narrow"><${FilterBar}>
      <${SearchBox} label="Search findings" placeholder="Type, server, file, detail or rule" />
      <${ChipSet} name="severity" label="Severity" many options=${severities} />
      <${Choice} name="status" label="Status" any="New and open" options=${STATES} />
      <${Choice} name="finding_type" label="Type" any="Any type" options=${FINDING_TYPES.map((t) => [t, words(t)])} />
      <${Choice} name="server" label="Server" any="Any server" options=${serverOptions(servers, params.get("server"))} />
      <${ClearFilters} names=${FILTERS} />
    </${FilterBar}></div>
    <div class="fit"><${DataTable} list=${asked(params)}
      name="mcp-findings"
      caption="Findings of MCP servers"
      columns=${columns}
      rows=${data.findings}
      id=${(f) => f.finding_id}
      nameOf=${(f) => `${words(f.finding_type)} on ${f.server || f.config_path}`}
      onOpen=${(f) => update({ finding: f.finding_id }, { push: true })}
      selected=${selected}
      onSelect=${select}
      empty=${html`<${None} data=${data} params=${params} update=${update} />`}
      foot=${html`<${TokenPager} name="page_token" next=${data.next_page_token} shown=${data.findings.length}
        total=${num(data.total_size) + (data.total_is_minimum ? " or more" : "")} update=${update}
        params=${params} unit="findings" />`}
    /></div>
    <${BulkBar} selected=${selected} onClear=${() => select(new Set())}>
      <${Button} small icon="siren" because=${may ? "" : whoMay("incidents:write")}
        onClick=${() => setIncident(chosen())}>Create incident</${Button}>
    </${BulkBar}>
    ${incident && html`<${IncidentDialog} ...${proposal(incident)} onClose=${() => setIncident(null)} />`}
    ${shown && !incident &&
    html`<${FindingDrawer} key=${shown.finding_id} finding=${shown}
      onIncident=${may ? () => setIncident([shown]) : null} onClose=${() => update({ finding: null })} />`}`;
}

/** The server options by name. A server that is selected by ID is added with its path. */
function serverOptions(servers, asked) {
  const names = [...new Set(servers.map((s) => s.name))].sort().map((name) => [name, name]);
  const byId = servers.find((s) => s.id === asked);
  if (byId) names.unshift([asked, `${byId.name} (${byId.configPath})`]);
  else if (asked && !servers.some((s) => s.name === asked)) names.unshift([asked, asked]);
  return names;
}

function None(/** @type {Props<{ data: Answer<"GET", "/api/mcp/findings"> }>} */ { data, params, update }) {
  if (data.next_page_token) {
    return html`<${Empty} icon="search" title="No matches on this page">
      <p>More findings remain to be searched.</p>
      <${Button} onClick=${() => update({ page_token: data.next_page_token }, { push: true })}>Continue search</${Button}>
    </${Empty}>`;
  }
  if (!FILTERS.some((name) => params.get(name))) {
    return html`<${Empty} title="No open findings">
      <p>A finding is fixed when the latest complete report of its file no longer contains it.</p>
      <a class="btn" href="/mcp/findings?status=fixed">Show fixed findings</a>
    </${Empty}>`;
  }
  return html`<${Empty} icon="list-filter" title="No findings match these filters">
    <p>Clear the filters to see all open findings.</p><${ClearFilters} names=${FILTERS} />
  </${Empty}>`;
}
