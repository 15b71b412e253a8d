import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button, PageHead } from "../components/page.js";
import { Risk, State, Tag, Time } from "../components/marks.js";
import { Empty, whenLoaded } from "../components/states.js";
import { Choice, ChipSet, ClearFilters, FilterBar, SavedViews, SearchBox } from "../components/filters.js";
import { DataTable, Pager } from "../components/table.js";
import { withQuery } from "../api.js";
import { num } from "../formats/counts.js";
import { words } from "../formats/words.js";
import { useQuery } from "../query.js";
import { useParams } from "../router.js";
import { ConnectAgent, WaysToConnect } from "./connect-agent.js";

const SIZE = 50;
const FILTERS = ["q", "status", "platform", "environment"];
const STATUSES = ["active", "inactive", "contained", "retired"];
const VIEWS = [
  ["All agents", ""],
  ["In production", "environment=production"],
  ["Contained", "status=contained"],
  ["Inactive", "status=inactive"],
];

/** @type {Columns<Api<"Agent">, "/api/agents">} */
const COLUMNS = [
  {
    key: "name",
    sort: "name",
    label: "Agent",
    main: true,
    cell: (agent) => agent.name,
    detail: (agent) => [words(agent.platform), agent.externalId, agent.owner?.name].filter(Boolean).join(" · "),
  },
  { key: "status", sort: "status", label: "Status", cell: (agent) => html`<${AgentStatus} agent=${agent} />` },
  { key: "lifecycle", sort: "lifecycleState", label: "Lifecycle", cell: (agent) => html`<${State} of=${agent.lifecycleState} />` },
  { key: "risk", sort: "riskScore", label: "Risk", cell: (agent) => html`<${Risk} of=${agent} />` },
  { key: "environment", sort: "environment", label: "Environment", cell: (agent) => words(agent.environment) },
  { key: "policies", sort: "policyCount", label: "Policies", className: "num", cell: (agent) => num(agent.policyCount) },
  { key: "sessions", label: "Sessions", className: "num", hidden: true, cell: (agent) => num(agent.sessionCount) },
  { key: "alerts", sort: "openAlerts", label: "Open alerts", className: "num", cell: (agent) => num(agent.openAlerts) },
  { key: "seen", sort: "lastSeenAt", label: "Last seen", className: "dim", cell: (agent) => html`<${Time} at=${agent.lastSeenAt} />` },
];

/** The status of an agent, and its health if stale or degraded. */
export function AgentStatus(/** @type {Props} */ { agent }) {
  const { status, health } = agent;
  return html`<span class="row wrap">
    <${State} of=${status} />
    ${health === "stale" && html`<${Tag} tone="medium" icon="clock">Stale</${Tag}>`}
    ${health === "degraded" && html`<${Tag} tone="medium" icon="activity">Degraded</${Tag}>`}
  </span>`;
}

/** The list of agents. */
export function Agents() {
  const [params, update] = useParams();
  const [connecting, setConnecting] = useState(false);
  const page = Math.max(1, Number(params.get("page")) || 1);
  const filters = Object.fromEntries(FILTERS.map((name) => [name, params.get(name)]));
  const path = withQuery("/api/agents", { ...filters, sort: params.get("sort"), limit: SIZE, offset: (page - 1) * SIZE });
  const query = useQuery(path, { every: 30 });
  const filtered = FILTERS.some((name) => params.get(name));
  const unused = query.data?.total === 0 && !filtered;
  const connect = () => setConnecting(true);
  return html`<${PageHead} title="Agents" sub="Your agents and the policies that apply to them.">
      ${query.data && !unused && html`<${Button} icon="plug" onClick=${connect}>Connect agent</${Button}>`}
    </${PageHead}>
    ${unused
      ? html`<${FirstAgent} />`
      : html`<${SavedViews} resource="agents" names=${FILTERS} builtIn=${VIEWS} />
          <${Filters} facets=${query.data?.facets} />
          ${whenLoaded(query, 440, (data) => html`<${DataTable} list=${path}
            name="agents"
            caption=${`Agents, ${data.total} in total`}
            columns=${COLUMNS}
            rows=${data.agents}
            id=${(agent) => agent.id}
            href=${(agent) => "/agents/" + agent.id}
            empty=${html`<${NoMatch} page=${page} update=${update} />`}
            foot=${html`<${Pager}
              page=${page}
              size=${SIZE}
              total=${data.total}
              update=${update}
              unit="agents"
            />`}
          />`)}`}
    ${connecting && html`<${ConnectAgent} onClose=${() => setConnecting(false)} />`}`;
}

function Filters({ facets }) {
  const [params] = useParams();
  // The selected value stays in the list even if no agent has it.
  const options = (name) => {
    const counts = { ...(facets?.[name] ?? {}) };
    const chosen = params.get(name);
    if (chosen && !(chosen in counts)) counts[chosen] = 0;
    return Object.entries(counts).map(([value, count]) => [value, `${words(value)} (${num(count)})`]);
  };
  return html`<${FilterBar}>
    <${SearchBox} label="Search agents" placeholder="Name, owner, tool or tag" />
    <${ChipSet}
      name="status"
      label="Status"
      options=${STATUSES.map((status) => [status, words(status), facets?.status?.[status]])}
    />
    <${Choice} name="platform" label="Platform" any="Any platform" options=${options("platform")} />
    <${Choice}
      name="environment"
      label="Environment"
      any="Any environment"
      options=${options("environment")}
    />
    <${ClearFilters} names=${FILTERS} />
  </${FilterBar}>`;
}

function NoMatch({ page, update }) {
  const none = Object.fromEntries([...FILTERS, "page"].map((name) => [name, null]));
  return html`<${Empty}
    icon="list-filter"
    title=${page > 1 ? "This page is empty" : "No agents match these filters"}
  >
    <p>${page > 1 ? "The number of agents has changed." : "Clear the filters to see all agents."}</p>
    <${Button} onClick=${() => update(page > 1 ? { page: null } : none)}>
      ${page > 1 ? "Go to first page" : "Clear filters"}
    </${Button}>
  </${Empty}>`;
}

function FirstAgent() {
  return html`<section class="card first" aria-labelledby="first-agent">
    <div class="pad">
      <h2 id="first-agent">Connect agent</h2>
      <p>
        An agent is a program or a workflow that acts autonomously: an n8n, Zapier or Make workflow, or code that calls
        tools. Choose how to connect it.
      </p>
      <${WaysToConnect} />
    </div>
  </section>`;
}
