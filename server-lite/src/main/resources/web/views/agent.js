import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { Copyable, Risk, State, Tag, Time } from "../components/marks.js";
import { OnDemand } from "../components/on-demand.js";
import { Button, KeyValue, PageHead, Tabs } from "../components/page.js";
import { Empty, Note, whenLoaded } from "../components/states.js";
import { DataTable, Pager } from "../components/table.js";
import { withQuery } from "../api.js";
import { num, plural } from "../formats/counts.js";
import { duration } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { useQuery } from "../query.js";
import { useParams } from "../router.js";
import { AgentStatus } from "./agents.js";

const SIZE = 50;

const records = () => import("./agent-records.js");

/**
 * Name in the address, label, component, module (if not this one), and count.
 *
 * @type {[string, string, any, (() => Promise<object>)?, ((agent: Api<"Agent">) => number)?][]}
 */
const TABS = [
  ["sessions", "Sessions", AgentSessions, undefined, (agent) => agent.sessionCount],
  ["policies", "Policies", "AgentPolicies", () => import("./agent-policies.js"), (agent) => agent.policyCount],
  ["lifecycle", "Lifecycle", "AgentLifecycle", () => import("./agent-lifecycle.js")],
  ["attestation", "Attestation", "AgentClaims", records],
  ["certification", "Certification", "AgentCertification", () => import("./agent-certification.js")],
  ["decisions", "Decisions", "AgentDecisions", records],
  ["alerts", "Alerts", "AgentAlerts", records, (agent) => agent.openAlerts],
];

/** The page of an agent. */
export function AgentPage({ id }) {
  const query = useQuery(`/api/agents/${encodeURIComponent(id)}`, { every: 30 });
  const crumbs = [["Agents", "/agents"]];
  if (query.error?.status === 404) {
    return html`<${PageHead} title="Agent not found" crumbs=${crumbs} />
      <div class="card">
        <${Empty} icon="circle-help" title="No agent exists at this address">
          <p>It may have been removed, or the address is wrong. Press Ctrl+K to search, or open the list of agents.</p>
          <a class="btn" href="/agents">Open agents</a>
        </${Empty}>
      </div>`;
  }
  return html`${!query.data && html`<${PageHead} title="Agent" crumbs=${crumbs} />`}
    ${whenLoaded(query, 480, ({ agent }) => html`<${Whole} agent=${agent} />`)}`;
}

function Whole(/** @type {Props} */ { agent }) {
  const [params] = useParams();
  const tab = TABS.find(([name]) => name === params.get("tab")) ?? TABS[0];
  const [name, , Part, load] = tab;
  const at = (to) => `/agents/${agent.id}` + (to === TABS[0][0] ? "" : "?tab=" + to);
  return html`<${PageHead}
      title=${agent.name}
      sub=${agent.description || about(agent)}
      crumbs=${[["Agents", "/agents"]]}
    />
    <${Held} agent=${agent} />
    <${Head} agent=${agent} />
    <${Tabs}
      label="Agent details"
      tabs=${TABS.map(([to, label, , , count]) => [label, at(to), to === name, count && num(count(agent))])}
    />
    ${load
      ? html`<${OnDemand} key=${name} load=${load} name=${Part} props=${{ agent }} />`
      : html`<${Part} key=${name} agent=${agent} />`}`;
}

const about = ({ type, platform }) =>
  platform === "code" ? `${words(type)} in code` : `${words(type)} on ${words(platform)}`;

/** A banner for an agent that is contained, suspended or retired. */
function Held(/** @type {Props} */ { agent }) {
  const { containment, lifecycleState } = agent;
  if (containment.contained) {
    return html`<div class="held">
      <${Note} tone="critical" icon="shield-off" title="This agent is contained">
        ${containment.reason || "All actions are denied until the agent is released."}
        ${containment.incidentId && html` <a href=${"/incidents/" + containment.incidentId}>Open incident</a>`}
      </${Note}>
    </div>`;
  }
  if (containment.egressDenied) {
    return html`<div class="held">
      <${Note} tone="high" icon="shield-off" title="Outbound calls are denied">
        ${containment.reason || "An incident blocked the outbound calls of this agent."}
        ${containment.incidentId && html` <a href=${"/incidents/" + containment.incidentId}>Open incident</a>`}
      </${Note}>
    </div>`;
  }
  if (lifecycleState !== "suspended" && lifecycleState !== "retired") return null;
  return html`<div class="held">
    <${Note} tone="medium" icon="pause" title=${`This agent is ${lifecycleState}`}>
      All actions are denied. <a href=${`/agents/${agent.id}?tab=lifecycle`}>Open lifecycle</a>
    </${Note}>
  </div>`;
}

const list = (values) => values?.length > 0 && values.join(", ");

function Head(/** @type {Props} */ { agent }) {
  const { owner, certification, attestation } = agent;
  return html`<div class="agent-head">
    <section class="card" aria-labelledby="h-stands">
      <header><h2 id="h-stands">Status</h2></header>
      <div class="pad">
        <${KeyValue}
          rows=${[
            ["Status", html`<${AgentStatus} agent=${agent} />`],
            ["Lifecycle", html`<${State} of=${agent.lifecycleState} />`],
            ["Health", words(agent.health)],
            ["Owner", html`<${Owner} owner=${owner} />`],
            ["Certification", certification && html`<${State} of=${certification.status} />`],
            ["Attestation", attestation && html`<${State} of=${attestation.status} />`],
            ["Last seen", html`<${Time} at=${agent.lastSeenAt} />`],
            ["First seen", html`<${Time} at=${agent.firstSeenAt} />`],
          ]}
        />
      </div>
    </section>
    <section class="card" aria-labelledby="h-what">
      <header><h2 id="h-what">Details</h2></header>
      <div class="pad">
        <${KeyValue}
          rows=${[
            ["Type", words(agent.type)],
            ["Platform", words(agent.platform)],
            ["External ID", agent.externalId && html`<code>${agent.externalId}</code>`],
            ["Environment", words(agent.environment)],
            ["Framework", agent.framework],
            ["Model", agent.model && html`<code>${agent.model}</code>`],
            ["Version", agent.version],
            ["Tags", agent.tags.length > 0 && html`<${Tags} of=${agent.tags} />`],
            ["Labels", list(Object.entries(agent.labels).map(([key, value]) => `${key}: ${value}`))],
            ["Agent ID", html`<${Copyable} text=${agent.id} label="Copy agent ID" />`],
          ]}
        />
      </div>
    </section>
    <div class="grid">
      <section class="card" aria-labelledby="h-risk">
        <header><h2 id="h-risk">Risk</h2><div class="sp"><${Risk} of=${agent} /></div></header>
        <div class="pad"><${Factors} agent=${agent} /></div>
      </section>
      <section class="card" aria-labelledby="h-reach">
        <header><h2 id="h-reach">Access</h2></header>
        <div class="pad">
          <${KeyValue}
            rows=${[
              ["Tools", list(agent.tools) || "None declared or called"],
              ["Connectors", list(agent.connectors.map(withScopes)) || "None declared or detected"],
              ["MCP servers", agent.mcpServers.length > 0 && html`<${Servers} ids=${agent.mcpServers} />`],
              ["Data classification", list(agent.dataClassifications.map(words)) || "None declared"],
            ]}
          />
        </div>
      </section>
    </div>
  </div>`;
}

const withScopes = ({ name, scopes }) => (scopes.length ? `${name} (${scopes.join(", ")})` : name);

function Owner({ owner }) {
  if (!owner?.name && !owner?.userId && !owner?.team) return html`<${Tag} tone="medium">Unowned</${Tag}>`;
  return [owner.name ?? owner.userId, owner.team && `${owner.team} team`].filter(Boolean).join(", ");
}

function Tags({ of: tags }) {
  return html`<span class="row wrap">${tags.map((tag) => html`<${Tag} key=${tag}>${tag}</${Tag}>`)}</span>`;
}

/** The address of an MCP server by its ID, or by its declared name. */
const addressOf = (server) => (server.startsWith("mcp_") ? "/mcp/" : "/mcp?q=") + encodeURIComponent(server);

function Servers({ ids }) {
  return html`<span class="row wrap">
    ${ids.map((id) => html`<a key=${id} href=${addressOf(id)}><code>${id}</code></a>`)}
  </span>`;
}

function Factors(/** @type {Props} */ { agent }) {
  if (!agent.riskFactors.length) {
    return html`<p class="dim">
      The risk is assessed when a platform scan or a registration describes the agent.
    </p>`;
  }
  return html`<ul class="factors">
    ${agent.riskFactors.map(
      ({ code, weight, detail }) => html`<li key=${code}>
        <span><b>${words(code)}</b>${detail && html`<small>${detail}</small>`}</span>
        <span class="n">${weight > 0 ? "+" : ""}${weight}</span>
      </li>`,
    )}
  </ul>`;
}

/** @type {Columns<Api<"Session">, "/api/agents/{agentId}/sessions">} */
const SESSION_COLUMNS = [
  {
    key: "session",
    label: "Session",
    main: true,
    cell: (session) => session.externalId || session.id,
    detail: (session) => (session.trigger ? "Started by " + words(session.trigger).toLowerCase() : ""),
  },
  { key: "status", label: "Status", cell: (session) => html`<${State} of=${session.status} />` },
  { key: "started", sort: "startedAt", label: "Started", className: "dim", cell: (session) => html`<${Time} at=${session.startedAt} />` },
  { key: "lasted", label: "Duration", className: "num", cell: (session) => duration(session.durationMs) },
  { key: "calls", sort: "counts.toolCalls", label: "Calls", className: "num", cell: (session) => num(session.counts.toolCalls) },
  { key: "denied", sort: "counts.denied", label: "Denied", className: "num", cell: (session) => html`<${Denied} n=${session.counts.denied} />` },
  {
    key: "approvals",
    sort: "counts.approvals",
    label: "Approvals",
    className: "num",
    hidden: true,
    cell: (session) => num(session.counts.approvals),
  },
  { key: "alerts", sort: "counts.alerts", label: "Alerts", className: "num", cell: (session) => num(session.counts.alerts) },
];

function Denied({ n }) {
  if (!n) return "0";
  return html`<span class="denied"><${Icon} name="ban" size=${13} />${num(n)}</span>`;
}

function AgentSessions(/** @type {Props} */ { agent }) {
  const [params, update] = useParams();
  const page = Math.max(1, Number(params.get("page")) || 1);
  const path = withQuery(`/api/agents/${agent.id}/sessions`, { sort: params.get("sort"), limit: SIZE, offset: (page - 1) * SIZE });
  const query = useQuery(path, { every: 15 });
  return whenLoaded(query, 320, (data) => html`<${DataTable} list=${path}
    name="agent-sessions"
    caption=${`Sessions of ${agent.name}, ${plural(data.total, "session")} in total`}
    columns=${SESSION_COLUMNS}
    rows=${data.sessions}
    id=${(session) => session.id}
    href=${(session) => "/sessions/" + session.id}
    empty=${page > 1
      ? html`<${Empty} icon="history" title="This page is empty">
          <${Button} onClick=${() => update({ page: null })}>Go to first page</${Button}>
        </${Empty}>`
      : html`<${Empty} icon="history" title="No sessions yet">
          <p>Sessions appear when the agent sends telemetry, requests decisions or calls through the proxy.</p>
          <a class="btn" href="/agents">Open agents</a>
        </${Empty}>`}
    foot=${html`<${Pager}
      page=${page}
      size=${SIZE}
      total=${data.total}
      update=${update}
      unit="sessions"
    />`}
  />`);
}
