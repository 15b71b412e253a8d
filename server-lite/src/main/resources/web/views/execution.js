import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button, PageHead } from "../components/page.js";
import { Empty, whenLoaded } from "../components/states.js";
import { Choice, ChipSet, ClearFilters, FilterBar, SearchBox } from "../components/filters.js";
import { DataTable, TokenPager } from "../components/table.js";
import { withQuery } from "../api.js";
import { num } from "../formats/counts.js";
import { words } from "../formats/words.js";
import { useQuery } from "../query.js";
import { useParams } from "../router.js";
import { DecisionDrawer, decisionColumns } from "./decisions.js";
import { useAgentNames } from "./agent-names.js";

const SIZE = 50;
const FILTERS = ["q", "outcome", "routingMode", "agentId", "sessionId"];
const OUTCOMES = ["allowed", "degraded", "pending_approval", "denied"];
const MODES = ["none", "inline", "process", "container", "microvm", "remote_sandbox"];

/** The list of decisions. */
export function Execution() {
  const [params, update] = useParams();
  const names = useAgentNames();
  const filters = Object.fromEntries(FILTERS.map((name) => [name, params.get(name)]));
  const cursor = params.get("cursor");
  const path = withQuery("/api/governance/execution", { ...filters, cursor, limit: SIZE, sort: params.get("sort") });
  // Only the first page, with the latest decisions, refreshes.
  const query = useQuery(path, { every: cursor ? 0 : 15 });
  const filtered = FILTERS.some((name) => params.get(name));
  const clear = () => update(Object.fromEntries([...FILTERS, "cursor"].map((name) => [name, null])));
  const wanted = params.get("agentId");
  const agents = Object.entries(names ?? {});
  if (wanted && !names?.[wanted]) agents.unshift([wanted, wanted]);
  return html`<${PageHead}
      title="Decisions"
      sub="Policy decisions for agent actions. Updates every 15 seconds."
    />
    <${FilterBar}>
      <${SearchBox} label="Search decisions" placeholder="Reason, rule, tool or server" />
      <${ChipSet} name="outcome" label="Outcome" options=${OUTCOMES.map((value) => [value, words(value)])} />
      <${Choice} name="agentId" label="Agent" any="Any agent" options=${agents} />
      <${Choice}
        name="routingMode"
        label="Routing"
        any="Any routing"
        options=${MODES.map((mode) => [mode, words(mode)])}
      />
      ${params.get("sessionId") &&
      html`<${Button}
        small
        icon="x"
        onClick=${() => update({ sessionId: null, cursor: null })}
      >Clear session filter</${Button}>`}
      <${ClearFilters} names=${FILTERS} />
    </${FilterBar}>
    ${cursor && query.error?.status === 400
      ? html`<div class="card">
          <${Empty} icon="history" title="This page is no longer available">
            <p>The link to this page of decisions has expired.</p>
            <${Button} onClick=${() => update({ cursor: null })}>Go to first page</${Button}>
          </${Empty}>
        </div>`
      : whenLoaded(query, 440, (data) => html`<${Decisions}
        path=${path}
        data=${data}
        names=${names}
        params=${params}
        update=${update}
        empty=${filtered
          ? html`<${Empty} icon="list-filter" title="No decisions match these filters">
              <p>Clear the filters to see all decisions.</p>
              <${Button} onClick=${clear}>Clear filters</${Button}>
            </${Empty}>`
          : html`<${Empty} icon="route" title="No decisions yet">
              <p>Agents request decisions before they act, or call through the proxy. Each decision appears here with its reason.</p>
              <a class="btn" href="/agents">Connect agent</a>
            </${Empty}>`}
      />`)}`;
}

/** A table of decisions. A decision opens in a drawer. */
export function Decisions(/** @type {Props<{ data: Answer<"GET", "/api/governance/execution"> }>} */ { path, data, names, params, update, empty, withAgent = true }) {
  const [kept, keep] = useState(null);
  const wanted = params.get("decision");
  // The open decision stays open when a refresh moves it to the next page.
  const open = wanted && (data.decisions.find(({ id }) => id === wanted) ?? (kept?.id === wanted ? kept : null));
  const show = (decision) => {
    keep(decision);
    update({ decision: decision.id }, { push: true });
  };
  const total = num(data.total) + (data.totalIsMinimum ? " or more" : "");
  return html`<${DataTable} list=${path}
      name=${withAgent ? "decisions" : "agent-decisions"}
      caption=${`Decisions, ${data.decisions.length} shown`}
      columns=${decisionColumns({ names, withAgent })}
      rows=${data.decisions}
      id=${(decision) => decision.id}
      onOpen=${show}
      empty=${empty}
      foot=${html`<${TokenPager}
        name="cursor"
        next=${data.cursor}
        shown=${data.decisions.length}
        total=${total}
        params=${params}
        update=${update}
        unit="decisions"
      />`}
    />
    ${open &&
    html`<${DecisionDrawer}
      decision=${open}
      name=${names?.[open.agentId]}
      onClose=${() => update({ decision: null })}
    />`}`;
}
