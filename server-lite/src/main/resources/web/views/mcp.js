import { html } from "../components/html.js";
import { Button, KeyValue, PageHead } from "../components/page.js";
import { State, Time } from "../components/marks.js";
import { Drawer } from "../components/dialog.js";
import { Choice, ClearFilters, FilterBar, SavedViews, SearchBox } from "../components/filters.js";
import { DataTable, Pager } from "../components/table.js";
import { Empty, whenLoaded } from "../components/states.js";
import { withQuery } from "../api.js";
import { useKept, useQuery } from "../query.js";
import { useParams } from "../router.js";
import { words } from "../formats/words.js";
import { Counts, Drift, FirstReport, authWords, envText, launch, sourceName } from "./mcp-parts.js";
import { ReviewForm, useShown } from "./review-form.js";

const SIZE = 50;
const FILTERS = ["q", "source", "reviewState"];
const STATES = ["unreviewed", "needs_info", "approved", "rejected", "ignored", "quarantined"];
const VIEWS = [
  ["All servers", ""],
  ["Unreviewed", "reviewState=unreviewed"],
  ["Approved", "reviewState=approved"],
  ["Quarantined", "reviewState=quarantined"],
];
const LABELS = [
  "claude-desktop", "claude-code", "cursor", "vscode", "windsurf", "zed", "cline", "gemini-cli", "codex", "goose",
];

/** The MCP servers in reports and baselines. */
export function McpServers() {
  const [params, update] = useParams();
  const page = Number(params.get("page")) || 1;
  const path = withQuery("/api/mcp", {
    sort: params.get("sort"),
    source: params.get("source"),
    reviewState: params.get("reviewState"),
    q: params.get("q"),
    limit: SIZE,
    offset: (page - 1) * SIZE || null,
  });
  const query = useKept(useQuery(path, { every: 30 }));
  const narrowed = FILTERS.some((name) => params.get(name));
  return html`<${PageHead} title="MCP servers" sub="MCP servers found in client configurations.">
      <a class="btn" href="/mcp/findings">Findings</a>
      <a class="btn" href="/mcp/reports">Scan reports</a>
      <a class="btn" href="/mcp/baseline">Baseline</a>
    </${PageHead}>
    ${whenLoaded(query, 480, (data) =>
      data.total === 0 && !narrowed
        ? html`<div class="card">
            <${FirstReport} title="No MCP servers yet">
              Svc Preflight scans the MCP configurations of a machine and uploads the findings without secrets.
            </${FirstReport}>
          </div>`
        : html`<${List} data=${data} path=${path} page=${page} params=${params} update=${update} />`)}`;
}

function List(/** @type {Props<{ data: Answer<"GET", "/api/mcp"> }>} */ { data, path, page, params, update }) {
  const reviewed = useShown(data.servers, params.get("review"));
  const sources = [...new Set([...LABELS, ...data.servers.map((s) => s.source), params.get("source")].filter(Boolean))];
  /** @type {Columns<Api<"McpServer">, "/api/mcp">} */
  const columns = [
    {
      key: "name",
      sort: "name",
      label: "Server",
      main: true,
      cell: (s) => html`<span class="mono">${s.name}</span>`,
      detail: (s) => html`${launch(s) || "Only findings are known"} · <code>${s.configPath}</code>`,
    },
    { key: "findings", label: "Open findings", className: "dim", cell: (s) => html`<${Open} server=${s} />` },
    { key: "review", sort: "reviewState", label: "Review", cell: (s) => html`<${State} of=${s.reviewState} />` },
    { key: "baseline", sort: "inBaseline", label: "Baseline", cell: (s) => html`<${Drift} server=${s} />` },
    { key: "source", sort: "source", label: "Source", className: "dim", hidden: true, cell: (s) => sourceName(s.source) },
    { key: "auth", label: "Authentication", className: "dim", hidden: true, cell: (s) => authWords(s.authMode) },
    { key: "life", sort: "lifecycleState", label: "Status", hidden: true, cell: (s) => html`<${State} of=${s.lifecycleState} />` },
    { key: "seen", sort: "lastSeenAt", label: "Last seen", className: "dim", cell: (s) => html`<${Time} at=${s.lastSeenAt} />` },
    {
      key: "act",
      label: "Action",
      cell: (s) => html`<${Button} small aria-label=${"Review " + s.name}
        onClick=${() => update({ review: s.id }, { push: true })}>Review</${Button}>`,
    },
  ];
  return html`<${SavedViews} resource="mcp_servers" names=${FILTERS} builtIn=${VIEWS} />
    <${FilterBar}>
      <${SearchBox} label="Search servers" placeholder="Name, command, path or URL" />
      <${Choice} name="reviewState" label="Review" any="Any review" options=${STATES.map((s) => [s, words(s)])} />
      <${Choice} name="source" label="Source" any="Any source" options=${sources.map((s) => [s, sourceName(s)])} />
      <${ClearFilters} names=${FILTERS} />
    </${FilterBar}>
    <div class="fit"><${DataTable} list=${path}
      name="mcp"
      caption="MCP servers"
      columns=${columns}
      rows=${data.servers}
      id=${(s) => s.id}
      href=${(s) => "/mcp/" + s.id}
      empty=${html`<${Empty} icon="list-filter" title="No servers match these filters">
        <${ClearFilters} names=${FILTERS} />
      </${Empty}>`}
      foot=${html`<${Pager} page=${page} size=${SIZE} total=${data.total} update=${update} unit="servers" />`}
    /></div>
    ${reviewed && html`<${Review} key=${reviewed.id} server=${reviewed} onClose=${() => update({ review: null })} />`}`;
}

/** Distinguishes servers without findings from servers that were not scanned. */
const Open = (/** @type {Props} */ { server }) =>
  html`<${Counts} counts=${server.severityCounts} none=${server.lastReportId ? "None" : "Not scanned yet"} />`;

/** The facts that a review needs, and the review form. */
export function Review(/** @type {Props} */ { server, onClose }) {
  return html`<${Drawer} label=${"Review " + server.name} onClose=${onClose}>
    <div class="dl-b">
      <div class="row"><${State} of=${server.reviewState} /><${Drift} server=${server} /></div>
      <${KeyValue}
        rows=${[
          ["Command or URL", launch(server) && html`<code>${launch(server)}</code>`],
          ["Environment variables", html`<code>${envText(server.envKeys)}</code>`],
          ["Authentication", authWords(server.authMode)],
          ["Findings", html`<${Open} server=${server} />`],
          ["Configuration", html`<code>${server.configPath}</code>`],
          ["Source", sourceName(server.source)],
          ["Decided by", server.reviewedBy && html`${server.reviewedBy}, <${Time} at=${server.reviewedAt} />`],
        ]}
      />
      <${ReviewForm} kind="server" thing=${server} onDone=${onClose} />
      <a href=${"/mcp/" + server.id}>Open server</a>
    </div>
  </${Drawer}>`;
}
