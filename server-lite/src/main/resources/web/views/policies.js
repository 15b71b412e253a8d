import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { Sev, Tag, Time } from "../components/marks.js";
import { Button, PageHead } from "../components/page.js";
import { Switch } from "../components/form.js";
import { Empty, Refused, say, whenLoaded } from "../components/states.js";
import { DataTable, Pager } from "../components/table.js";
import { ChipSet, ClearFilters, FilterBar, SavedViews, SearchBox } from "../components/filters.js";
import { num, plural } from "../formats/counts.js";
import { send, withQuery } from "../api.js";
import { refetch, showAtOnce, useAction, useQuery } from "../query.js";
import { navigate, useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";
import { ifMatch, Stage, STAGES, useKillSwitch } from "./policy-parts.js";

const SIZE = 50;
const FILTERS = ["q", "mode"];
const CHIPS = [...STAGES.map(([value, label]) => [value, label]), ["rollback", "Rolled back"]];
const VIEWS = [
  ["All policies", ""],
  ["Enforcing", "mode=enforce"],
  ["Observing", "mode=observe"],
  ["Drafts", "mode=draft"],
];

/** The list of policies with stage and status. */
export function Policies() {
  const [params, update] = useParams();
  const page = Math.max(1, Number(params.get("page")) || 1);
  const filtered = FILTERS.some((name) => params.get(name));
  const path = withQuery("/api/policies", {
    sort: params.get("sort"),
    q: params.get("q"),
    mode: params.get("mode"),
    limit: SIZE,
    offset: (page - 1) * SIZE || null,
  });
  const query = useQuery(path, { every: 30 });
  const frozen = useKillSwitch()?.frozen;
  const may = useMay("policies:write");
  const first = query.data?.total === 0 && !filtered;
  return html`<${PageHead}
    title="Policies" sub="Policies are promoted to enforcement in stages, backed by evidence.">
      <${Button}
        kind="pri" icon="plus" because=${may ? "" : whoMay("policies:write")}
        onClick=${() => navigate("/policies/new")}>
        New policy
      </${Button}>
    </${PageHead}>
    ${!first &&
    html`<${SavedViews} resource="policies" names=${FILTERS} builtIn=${VIEWS} />
      <${FilterBar}>
        <${SearchBox} label="Search policies" placeholder="Name, description or tag" />
        <${ChipSet} name="mode" label="Stage" options=${CHIPS} />
        <${ClearFilters} names=${FILTERS} />
      </${FilterBar}>`}
    ${whenLoaded(query, 420, (data) =>
      first
        ? html`<${FirstUse} may=${may} />`
        : html`<${List} data=${data} path=${path} page=${page} update=${update} frozen=${frozen} may=${may} />`)}`;
}

function List(/** @type {Props<{ data: Api<"PolicyListResponse"> }>} */ { data, path, page, update, frozen, may }) {
  const [refused, setRefused] = useState(null);
  const toggle = useAction(async (policy, enabled) => {
    setRefused(null);
    const change = (d) => ({
      ...d,
      policies: d.policies.map((p) => (p.id === policy.id ? { ...p, enabled } : p)),
    });
    const undo = showAtOnce(path, change);
    try {
      await send("POST", `/api/policies/${policy.id}/toggle`, { enabled }, ifMatch(policy));
      say(`${policy.name} is ${enabled ? "enabled" : "disabled"}`);
      refetch("/api/policies");
    } catch (error) {
      undo();
      setRefused({ policy, error });
      if (error.status === 412) refetch("/api/policies");
    }
  });
  /** @type {Columns<Api<"Policy">, "/api/policies">} */
  const columns = [
    {
      key: "name",
      sort: "name",
      label: "Policy",
      main: true,
      cell: (p) => p.name,
      detail: (p) => p.description || p.tags.join(", "),
    },
    {
      key: "stage",
      sort: "currentStage",
      label: "Stage",
      cell: (p) => html`<${Stage} stage=${p.currentStage} mode=${p.mode} frozen=${frozen} />`,
    },
    {
      key: "enabled",
      sort: "enabled",
      label: "Enabled",
      cell: (p) => html`<${Switch}
        label=${"Evaluate " + p.name}
        on=${p.enabled}
        because=${may ? "" : whoMay("policies:write")}
        onChange=${(on) => toggle.run(p, on)}
      />`,
    },
    {
      key: "agents",
      sort: "assignedAgentCount",
      label: "Agents",
      cell: (p) => html`<span class="dim">${p.appliesToAllAgents ? "All agents" : plural(p.assignedAgentCount, "agent")}</span>`,
    },
    { key: "evaluated", label: "Evaluated, 24 h", className: "c-num", cell: (p) => num(p.stats.evaluations24h) },
    { key: "denied", label: "Denied", className: "c-num", cell: (p) => num(p.stats.denied24h) },
    { key: "would", label: "Would deny", className: "c-num", cell: (p) => num(p.stats.wouldDeny24h) },
    {
      key: "version",
      sort: "version",
      label: "Version",
      cell: (p) => html`<span class="row wrap">
        <span class="dim">${p.activeVersion}</span>
        ${p.candidateVersion && html`<${Tag} tone="accent">Version ${p.candidateVersion} awaiting promotion</${Tag}>`}
      </span>`,
    },
    { key: "severity", sort: "severity", label: "Severity", hidden: true, cell: (p) => html`<${Sev} level=${p.severity} />` },
    { key: "matched", label: "Last matched", hidden: true, cell: (p) => html`<span class="dim"><${Time} at=${p.stats.lastMatchedAt} /></span>` },
    { key: "updated", sort: "updatedAt", label: "Updated", hidden: true, cell: (p) => html`<span class="dim"><${Time} at=${p.updatedAt} /></span>` },
  ];
  return html`${refused &&
    html`<div class="gap"><p>${refused.policy.name} was not changed.</p><${Refused} error=${refused.error} /></div>`}
    <${DataTable} list=${path}
      name="policies"
      caption="Policies"
      columns=${columns}
      rows=${data.policies}
      id=${(p) => p.id}
      href=${(p) => `/policies/${p.id}`}
      empty=${html`<${Empty} icon="list-filter" title="No policies match these filters">
        <p>Clear the filters to see all policies.</p>
        <${ClearFilters} names=${FILTERS} />
      </${Empty}>`}
      foot=${html`<${Pager} page=${page} size=${SIZE} total=${data.total} update=${update} unit="policies" />`}
    />`;
}

function FirstUse({ may }) {
  const templates = useQuery("/api/policies/templates").data?.templates ?? [];
  return html`<div class="card">
    <${Empty} icon="scroll-text" title="No policies yet">
      <p>A policy specifies which agent calls are allowed, need approval or are denied.</p>
      <p>Start from a template. Nothing is enforced until you promote the policy.</p>
      ${may
        ? html`<a class="btn pri" href="/policies/new">Choose a template</a>`
        : html`<p class="dim">${whoMay("policies:write")}</p>`}
    </${Empty}>
    ${may &&
    templates.length > 0 &&
    html`<ul class="pick pad">
      ${templates.slice(0, 6).map(
        (t) => html`<li key=${t.id}>
          <a href=${"/policies/new?template=" + t.id}>
            <b>${t.name}</b><span>${t.description}</span>
            <${Icon} name="arrow-right" size=${15} />
          </a>
        </li>`,
      )}
    </ul>`}
  </div>`;
}
