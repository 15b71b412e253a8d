import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Sev, SEVERITIES, State, Tag, Time } from "../components/marks.js";
import { Button, PageHead } from "../components/page.js";
import { Empty, whenLoaded } from "../components/states.js";
import { DataTable, TokenPager } from "../components/table.js";
import { ChipSet, Choice, ClearFilters, FilterBar, SearchBox } from "../components/filters.js";
import { withQuery } from "../api.js";
import { useQuery } from "../query.js";
import { useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";
import { num, plural } from "../formats/counts.js";
import { words } from "../formats/words.js";
import { IncidentDialog } from "./new-incident.js";

const FILTERS = ["status", "severity", "q"];
const SIZE = 50;
const STATES = ["open", "investigating", "contained", "resolved", "closed"];

/** @type {Columns<Api<"IncidentSummary">, "/api/incidents">} */
const COLUMNS = [
  { key: "number", sort: "number", label: "No.", className: "num", cell: (incident) => "#" + incident.number },
  { key: "severity", sort: "severity", label: "Severity", cell: (incident) => html`<${Sev} level=${incident.severity} />` },
  {
    key: "title",
    sort: "title",
    label: "Incident",
    main: true,
    cell: (incident) => incident.title,
    detail: (incident) => [scope(incident), incident.summary].filter(Boolean).join(" · "),
  },
  {
    key: "status",
    sort: "status",
    label: "Status",
    cell: (incident) => html`<span class="row rsp-wrap">
      <${State} of=${incident.status} />
      ${incident.contained && incident.status !== "contained" && html`<${Tag} tone="critical"
        icon="lock">Contained</${Tag}>`}
    </span>`,
  },
  { key: "clock", label: "Target", cell: (incident) => html`<${Clock} incident=${incident} />` },
  {
    key: "commander",
    sort: "commander.name",
    label: "Commander",
    cell: (incident) => incident.commander?.name ?? html`<span class="dim">Unassigned</span>`,
  },
  {
    key: "opened",
    sort: "openedAt",
    label: "Opened",
    className: "dim",
    cell: (incident) => html`<${Time} at=${incident.openedAt} />`,
  },
];

const scope = ({ agentCount, alertCount, sessionCount }) =>
  [
    agentCount && plural(agentCount, "agent"),
    alertCount && plural(alertCount, "alert"),
    sessionCount && plural(sessionCount, "session"),
  ]
    .filter(Boolean)
    .join(", ");

/** The next target and its due time. */
function Clock(/** @type {Props<{ incident: Api<"IncidentSummary"> }>} */ { incident }) {
  const { targets, status } = incident;
  if (["resolved", "closed"].includes(status)) return html`<span class="dim">Ended</span>`;
  const what = !incident.acknowledgedAt ? "acknowledge" : !incident.containedAt ? "contain" : "resolve";
  if (targets.missed.includes(what)) {
    return html`<${Tag} tone="critical" icon="clock">Overdue: ${what}</${Tag}>`;
  }
  return html`<span class="dim">${words(what)} <${Time} at=${targets[`${what}By`]} /></span>`;
}

/** The list of incidents, latest first. */
export function Incidents() {
  const [params, update] = useParams();
  const [opening, setOpening] = useState(false);
  const may = useMay("incidents:write");
  const path = withQuery("/api/incidents", {
    ...Object.fromEntries(FILTERS.map((name) => [name, params.get(name)])),
    limit: SIZE,
    cursor: params.get("cursor"),
    sort: params.get("sort"),
  });
  const query = useQuery(path, { every: 20 });
  const filtered = FILTERS.some((name) => params.get(name));
  const create = html`<${Button} kind="pri" icon="plus" because=${may ? "" : whoMay("incidents:write")}
    onClick=${() => setOpening(true)}>Create incident</${Button}>`;
  return html`<${PageHead} title="Incidents"
    sub="Track incidents from detection to review.">${create}</${PageHead}>
    <${FilterBar}>
      <${SearchBox} label="Search incidents" placeholder="Title or summary" />
      <${ChipSet} name="status" label="Status" many options=${STATES.map((state) => [state, words(state)])} />
      <${Choice} name="severity" label="Severity" any="Any severity"
        options=${SEVERITIES.map((level) => [level, words(level)])} />
      <${ClearFilters} names=${FILTERS} />
    </${FilterBar}>
    ${whenLoaded(query, 360, (data) => html`<${DataTable} list=${path}
      name="incidents"
      caption="Incidents, latest first"
      columns=${COLUMNS}
      rows=${data.incidents}
      id=${(incident) => incident.id}
      href=${(incident) => "/incidents/" + incident.id}
      empty=${filtered
        ? html`<${Empty} icon="filter" title="No incidents match these filters">
            <p>Clear the filters to see all incidents.</p>
            <a class="btn" href="/incidents">Show all incidents</a>
          </${Empty}>`
        : html`<${Empty} icon="siren" title="No incidents yet">
            <p>An incident has a number, a commander, a timeline and a review. Alert rules can create
              incidents, or you can create one.</p>${create}
          </${Empty}>`}
      foot=${html`<${TokenPager}
        name="cursor"
        next=${data.cursor}
        shown=${data.incidents.length}
        total=${num(data.total) + (data.totalIsMinimum ? " or more" : "")}
        update=${update}
        params=${params}
        unit="incidents"
      />`}
    />`)}
    ${opening && html`<${IncidentDialog} onClose=${() => setOpening(false)} />`}`;
}
