import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Sev, SEVERITIES, State, Time, worst } from "../components/marks.js";
import { Button, PageHead } from "../components/page.js";
import { Empty, Note, say, whenLoaded } from "../components/states.js";
import { BulkBar, DataTable, TokenPager } from "../components/table.js";
import { ChipSet, Choice, ClearFilters, FilterBar, SavedViews } from "../components/filters.js";
import { send, withQuery } from "../api.js";
import { refetch, useAction, useQuery } from "../query.js";
import { useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";
import { num, plural } from "../formats/counts.js";
import { readable } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { IncidentDialog } from "./new-incident.js";
import { DELIVERIES, OPEN_ALERTS, THREATS } from "./alert-words.js";

const FILTERS = ["severity", "threat_type", "status", "triage_status", "agent_id"];
const SIZE = 50;

/** Returns the API path for the filters. The default is open alerts. */
function question(params) {
  const asked = Object.fromEntries(FILTERS.map((name) => [name, params.get(name)]));
  const state = asked.triage_status ?? OPEN_ALERTS;
  return withQuery("/api/alerts", {
    ...asked,
    sort: params.get("sort"),
    triage_status: state === "any" ? null : state,
    page_size: SIZE,
    page_token: params.get("page_token"),
  });
}

/** @type {Columns<Api<"Alert">, "/api/alerts">} */
const COLUMNS = [
  { key: "severity", sort: "severity", label: "Severity", cell: (alert) => html`<${Sev} level=${alert.severity} />` },
  {
    key: "title",
    sort: "title",
    label: "Alert",
    main: true,
    cell: (alert) => alert.title,
    detail: (alert) => [words(alert.threat_type), readable(alert.description)].filter(Boolean).join(" · "),
  },
  {
    key: "agent",
    sort: "agent_name",
    label: "Agent",
    className: "name",
    cell: (alert) => alert.agent_name || alert.agent_id || html`<span class="dim">None</span>`,
  },
  { key: "threat", sort: "threat_type", label: "Threat", hidden: true, cell: (alert) => words(alert.threat_type) },
  { key: "count", sort: "occurrences", label: "Count", className: "num", cell: (alert) => num(alert.occurrences) },
  { key: "delivery", sort: "status", label: "Delivery", cell: (alert) => html`<${State} of=${alert.status} />` },
  { key: "triage", sort: "triage_status", label: "Status", cell: (alert) => html`<${State} of=${alert.triage_status} />` },
  {
    key: "incident",
    sort: "incident_id",
    label: "Incident",
    hidden: true,
    cell: (alert) =>
      alert.incident_id
        ? html`<a href=${"/incidents/" + alert.incident_id}>Open incident</a>`
        : html`<span class="dim">None</span>`,
  },
  {
    key: "seen",
    sort: "last_seen_at",
    label: "Last seen",
    className: "dim",
    cell: (alert) => html`<${Time} at=${alert.last_seen_at} />`,
  },
];

/** The list of alerts, latest first. */
export function Alerts() {
  const [params] = useParams();
  const query = useQuery(question(params), { every: 20 });
  return html`<${PageHead} title="Alerts" sub="Security events and their delivery status.">
      <a class="btn" href="/alerts/rules">Alert rules</a>
    </${PageHead}>
    <${SavedViews}
      resource="alerts"
      names=${FILTERS}
      builtIn=${[
        ["All open", ""],
        ["Open critical", "severity=critical"],
        ["Acknowledged", "triage_status=acknowledged"],
        ["Delivery failed", "triage_status=any&status=failed"],
        ["All alerts", "triage_status=any"],
      ]}
    />
    <${Filters} params=${params} />
    ${whenLoaded(query, 420, (data) => html`<${List} data=${data} />`)}`;
}

function Filters({ params }) {
  const agents = useQuery("/api/agents?limit=200").data?.agents ?? [];
  const agent = params.get("agent_id");
  const others = agent && !agents.some(({ id }) => id === agent) ? [[agent, agent]] : [];
  const threat = params.get("threat_type");
  const states = [
    ["open", "Not acknowledged"],
    ["acknowledged", "Acknowledged"],
    ["resolved", "Resolved"],
    ["false_positive", "False positive"],
    ["any", "Any status"],
  ];
  const threats = threat && !THREATS.includes(threat) ? [...THREATS, threat] : THREATS;
  return html`<${FilterBar}>
    <${ChipSet} name="severity" label="Severity" options=${SEVERITIES.map((level) => [level, words(level)])} />
    <${Choice} name="triage_status" label="Status" any="All open" options=${states} />
    <${Choice} name="threat_type" label="Threat" any="Any threat"
      options=${threats.map((type) => [type, words(type)])} />
    <${Choice} name="status" label="Delivery" any="Any delivery status" options=${DELIVERIES} />
    <${Choice} name="agent_id" label="Agent" any="Any agent"
      options=${[...agents.map(({ id, name }) => [id, name]), ...others]} />
    <${ClearFilters} names=${FILTERS} />
  </${FilterBar}>`;
}

function List(/** @type {Props<{ data: Api<"AlertListResponse"> }>} */ { data }) {
  const [params, update] = useParams();
  const [picked, select] = useState(new Set());
  const [opening, setOpening] = useState(null);
  const may = useMay("alerts:triage");
  const mayOpen = useMay("incidents:write");
  const { alerts } = data;
  // Selected alerts that are not on this page are ignored.
  const chosen = alerts.filter((alert) => picked.has(alert.id));
  const selected = new Set(chosen.map((alert) => alert.id));
  const total = num(data.total_size) + (data.total_size_is_minimum ? " or more" : "");
  const acknowledge = useAction(() => acknowledgeAll(chosen));
  const [refused, setRefused] = useState([]);
  const run = async () => {
    const outcome = await acknowledge.run();
    if (!outcome) return;
    setRefused(outcome.refused);
    select(new Set(outcome.refused.map(({ alert }) => alert.id)));
    refetch("/api/alerts", "/api/overview");
    if (outcome.done) say(`${plural(outcome.done, "alert")} acknowledged`);
  };
  return html`${refused.length > 0 &&
    html`<${Note} tone="medium" icon="triangle-alert" title=${plural(refused.length, "alert") + " not acknowledged"}>
      <ul role="alert">${refused.map(({ alert, error }) => html`<li key=${alert.id}>
        ${alert.title}: ${error.message}</li>`)}</ul>
    </${Note}>`}
    <${DataTable} list=${question(params)}
      name="alerts"
      caption="Alerts, latest first"
      columns=${COLUMNS}
      rows=${alerts}
      id=${(alert) => alert.id}
      nameOf=${(alert) => alert.title}
      href=${(alert) => "/alerts/" + alert.id}
      selected=${selected}
      onSelect=${select}
      empty=${html`<${Nothing} filtered=${FILTERS.some((name) => params.get(name))} />`}
      foot=${html`<${TokenPager}
        name="page_token"
        next=${data.next_page_token}
        shown=${alerts.length}
        total=${total}
        update=${update}
        params=${params}
        unit="alerts"
      />`}
    />
    <${BulkBar} selected=${selected} onClear=${() => select(new Set())}>
      <${Button} small icon="check" busy=${acknowledge.busy}
        because=${may ? "" : whoMay("alerts:triage")} onClick=${run}>Acknowledge alerts</${Button}>
      <${Button} small icon="siren" because=${mayOpen ? "" : whoMay("incidents:write")}
        onClick=${() => setOpening(chosen)}>Create incident</${Button}>
    </${BulkBar}>
    ${opening && html`<${IncidentDialog} ...${proposal(opening)} onClose=${() => setOpening(null)} />`}`;
}

/** Acknowledges alerts with their loaded version. Alerts that changed in the meantime are returned as refused. */
async function acknowledgeAll(alerts) {
  const refused = [];
  for (const alert of alerts) {
    const headers = { "If-Match": `"${alert.version}"` };
    await send("PATCH", `/api/alerts/${alert.id}`, { triage_status: "acknowledged" }, { headers }).catch((error) =>
      refused.push({ alert, error }),
    );
  }
  return { refused, done: alerts.length - refused.length };
}

/** The proposed incident for alerts. */
function proposal(alerts) {
  const severity = worst(alerts);
  return {
    title: alerts.find((alert) => alert.severity === severity)?.title,
    severity,
    alertIds: alerts.map((alert) => alert.id),
    agentIds: [...new Set(alerts.map((alert) => alert.agent_id).filter(Boolean))],
  };
}

function Nothing({ filtered }) {
  if (filtered) {
    return html`<${Empty} icon="filter" title="No alerts match these filters">
      <p>Clear the filters to see all alerts.</p>
      <a class="btn" href="/alerts?triage_status=any">Show all alerts</a>
    </${Empty}>`;
  }
  return html`<${Empty} title="No open alerts">
    <p>Alerts appear here when an action is denied, a scan reports a finding, or an agent behaves
      unusually.</p>
    <a class="btn" href="/alerts/rules">Review alert rules</a>
  </${Empty}>`;
}
