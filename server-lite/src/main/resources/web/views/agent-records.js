import { html } from "../components/html.js";
import { Sev, State, Time } from "../components/marks.js";
import { Button } from "../components/page.js";
import { Empty, whenLoaded } from "../components/states.js";
import { ChipSet, FilterBar } from "../components/filters.js";
import { DataTable, TokenPager } from "../components/table.js";
import { withQuery } from "../api.js";
import { num } from "../formats/counts.js";
import { readable } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { useQuery } from "../query.js";
import { useParams } from "../router.js";
import { OPEN_ALERTS } from "./alert-words.js";
import { Claims } from "./claims.js";
import { Decisions } from "./execution.js";

/** The claims about one agent. */
export function AgentClaims(/** @type {Props} */ { agent }) {
  return html`<${Claims} agent=${agent} />`;
}

/** The decisions about one agent. */
export function AgentDecisions(/** @type {Props} */ { agent }) {
  const [params, update] = useParams();
  const cursor = params.get("cursor");
  const outcome = params.get("outcome");
  const path = withQuery("/api/governance/execution", {
    agentId: agent.id,
    outcome,
    cursor,
    limit: 50,
    sort: params.get("sort"),
  });
  const query = useQuery(path, { every: cursor ? 0 : 15 });
  const outcomes = ["allowed", "degraded", "pending_approval", "denied"];
  return html`<${FilterBar}>
      <${ChipSet} name="outcome" label="Outcome" options=${outcomes.map((value) => [value, words(value)])} />
      <a class="sp" href=${"/execution?agentId=" + agent.id}>More filters</a>
    </${FilterBar}>
    ${whenLoaded(query, 320, (data) => html`<${Decisions}
      path=${path}
      data=${data}
      names=${{ [agent.id]: agent.name }}
      params=${params}
      update=${update}
      withAgent=${false}
      empty=${html`<${Empty}
        icon="route"
        title=${outcome ? "No decisions match this filter" : "No decisions yet"}
      >
        <p>${outcome ? "Decisions with other outcomes are hidden." : "Decisions about the actions of this agent appear here."}</p>
        ${outcome &&
        html`<${Button} onClick=${() => update({ outcome: null, cursor: null })}>Clear filters</${Button}>`}
      </${Empty}>`}
    />`)}`;
}

/** @type {Columns<Api<"Alert">, "/api/alerts">} */
const ALERTS = [
  { key: "title", sort: "title", label: "Alert", main: true, cell: (alert) => alert.title, detail: (alert) => readable(alert.description) },
  { key: "severity", sort: "severity", label: "Severity", cell: (alert) => html`<${Sev} level=${alert.severity} />` },
  { key: "kind", sort: "threat_type", label: "Threat", cell: (alert) => words(alert.threat_type) },
  { key: "state", sort: "triage_status", label: "Status", cell: (alert) => html`<${State} of=${alert.triage_status} />` },
  { key: "times", sort: "occurrences", label: "Count", className: "num", cell: (alert) => num(alert.occurrences) },
  { key: "when", sort: "last_seen_at", label: "Last seen", className: "dim", cell: (alert) => html`<${Time} at=${alert.last_seen_at} />` },
];

/** The alerts about one agent. */
export function AgentAlerts(/** @type {Props} */ { agent }) {
  const [params, update] = useParams();
  const token = params.get("page_token");
  const triage = params.get("triage_status");
  const wanted = triage ?? OPEN_ALERTS;
  const path = withQuery("/api/alerts", {
    sort: params.get("sort"),
    agent_id: agent.id,
    triage_status: wanted === "any" ? null : wanted,
    page_size: 50,
    page_token: token,
  });
  const query = useQuery(path, { every: token ? 0 : 30 });
  const states = [
    ["open", "Not acknowledged"],
    ...["acknowledged", "resolved", "false_positive"].map((value) => [value, words(value)]),
    ["any", "All alerts"],
  ];
  return html`<${FilterBar}>
      <${ChipSet} name="triage_status" label="Status" options=${states} />
    </${FilterBar}>
    ${whenLoaded(query, 320, (data) => html`<${DataTable} list=${path}
      name="agent-alerts"
      caption=${`Alerts about ${agent.name}`}
      columns=${ALERTS}
      rows=${data.alerts}
      id=${(alert) => alert.id}
      href=${(alert) => "/alerts/" + alert.id}
      empty=${html`<${Empty}
        icon="bell"
        title=${triage ? "No alerts match this filter" : "No open alerts for this agent"}
      >
        <p>${triage ? "Alerts with another status are hidden." : "Threats detected in its calls appear here."}</p>
        ${triage &&
        html`<${Button} onClick=${() => update({ triage_status: null, page_token: null })}>Clear filters</${Button}>`}
      </${Empty}>`}
      foot=${html`<${TokenPager}
        name="page_token"
        next=${data.next_page_token}
        shown=${data.alerts.length}
        total=${num(data.total_size) + (data.total_size_is_minimum ? " or more" : "")}
        params=${params}
        update=${update}
        unit="alerts"
      />`}
    />`)}`;
}
