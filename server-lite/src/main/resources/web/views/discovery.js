import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button, KeyValue, PageHead } from "../components/page.js";
import { Risk, State, Time } from "../components/marks.js";
import { Drawer } from "../components/dialog.js";
import { Choice, ClearFilters, FilterBar, SavedViews, SearchBox } from "../components/filters.js";
import { BulkBar, DataTable, Pager } from "../components/table.js";
import { Empty, whenLoaded } from "../components/states.js";
import { withQuery } from "../api.js";
import { useKept, useQuery } from "../query.js";
import { useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";
import { num, percent } from "../formats/counts.js";
import { words } from "../formats/words.js";
import { ReviewForm, decisionName, useShown } from "./review-form.js";
import { BulkReview } from "./bulk-review.js";

const SIZE = 50;
/** @type {[string, string, string, string[]][]} */
const CHOICES = [
  ["source", "Source", "Any source",
    ["n8n", "zapier", "make", "power_automate", "mcp_config", "github", "otel", "register_api", "manual"]],
  ["kind", "Type", "Any type", ["workflow", "mcp_server", "agent", "connection"]],
  ["reviewState", "Review", "Any review", ["unreviewed", "needs_info", "approved", "rejected", "ignored"]],
  ["governanceStatus", "Governance", "Any governance", ["registered", "unregistered", "shadow"]],
  ["lifecycleState", "Presence", "Any presence", ["new", "active", "changed", "dormant", "removed"]],
];
const FILTERS = ["q", ...CHOICES.map(([name]) => name), "integrationId", "minConfidence"];
const VIEWS = [
  ["All assets", ""],
  ["Unreviewed", "reviewState=unreviewed"],
  ["Shadow", "governanceStatus=shadow"],
  ["Changed", "lifecycleState=changed"],
  ["Ignored", "reviewState=ignored"],
];

/** The list of discovered assets. */
export function Discovery() {
  const [params, update] = useParams();
  const page = Number(params.get("page")) || 1;
  const asked = Object.fromEntries(FILTERS.map((name) => [name, params.get(name)]));
  const path = withQuery("/api/discovery", { ...asked, sort: params.get("sort"), limit: SIZE, offset: (page - 1) * SIZE || null });
  const query = useKept(useQuery(path, { every: 30 }));
  const narrowed = FILTERS.some((name) => params.get(name));
  return html`<${PageHead}
      title="Discovery"
      sub="Registered and unregistered assets. Unowned assets come first."
    >
      <a class="btn" href="/settings/integrations">Manage integrations</a>
    </${PageHead}>
    ${whenLoaded(query, 480, (data) =>
      data.total === 0 && !narrowed
        ? html`<div class="card">
            <${Empty} icon="radar" title="No assets yet">
              <p>
                Discovery finds workflows, agents and their resources on connected platforms. Scan reports add MCP servers.
              </p>
              <a class="btn pri" href="/settings/integrations">Connect platform</a>
            </${Empty}>
          </div>`
        : html`<${List} data=${data} path=${path} page=${page} params=${params} update=${update} />`)}`;
}

/** @type {Columns<Api<"DiscoveredAsset">, "/api/discovery">} */
const COLUMNS = [
  {
    key: "name",
    sort: "name",
    label: "Asset",
    main: true,
    cell: (a) => a.name,
    detail: (a) => html`${a.sources.map(words).join(", ")} · <code>${a.externalId}</code>`,
  },
  { key: "kind", sort: "kind", label: "Type", className: "dim", cell: (a) => words(a.kind) },
  { key: "risk", sort: "riskScore", label: "Risk", cell: (a) => html`<${Risk} of=${a} />` },
  { key: "confidence", sort: "confidence", label: "Confidence", className: "num", cell: (a) => percent(a.confidence) },
  { key: "governance", sort: "governanceStatus", label: "Governance", cell: (a) => html`<${State} of=${a.governanceStatus} />` },
  { key: "review", sort: "reviewState", label: "Review", cell: (a) => html`<${State} of=${a.reviewState} />` },
  { key: "presence", sort: "lifecycleState", label: "Presence", hidden: true, cell: (a) => html`<${State} of=${a.lifecycleState} />` },
  { key: "owner", sort: "owner", label: "Owner", className: "dim", hidden: true, cell: (a) => a.owner ?? "Unowned" },
  { key: "first", sort: "firstSeenAt", label: "First seen", className: "dim", hidden: true, cell: (a) => html`<${Time} at=${a.firstSeenAt} />` },
  { key: "last", sort: "lastSeenAt", label: "Last seen", className: "dim", cell: (a) => html`<${Time} at=${a.lastSeenAt} />` },
];

function List(/** @type {Props<{ data: Answer<"GET", "/api/discovery"> }>} */ { data, path, page, params, update }) {
  const seen = useRef(new Map());
  data.assets.forEach((asset) => seen.current.set(asset.id, asset));
  const [selected, select] = useState(new Set());
  const [bulk, setBulk] = useState(null);
  const may = useMay("reviews:write");
  const integrations = useQuery(useMay("integrations:read") ? "/api/admin/integrations?limit=200" : null);
  const reviewed = useShown(data.assets, params.get("review"));
  const named = (integrations.data?.integrations ?? []).map((i) => [i.id, i.name]);
  const act = {
    key: "act",
    label: "Actions",
    cell: (a) => html`<${Button} small aria-label=${"Review " + a.name}
      onClick=${() => update({ review: a.id }, { push: true })}>Review</${Button}>`,
  };
  const total = num(data.total) + (data.totalIsMinimum ? " or more" : "");
  return html`<${SavedViews} resource="discovery" names=${FILTERS} builtIn=${VIEWS} />
    <div class="narrow"><${FilterBar}>
      <${SearchBox} label="Search assets" placeholder="Name, owner, address, connector or tag" />
      ${CHOICES.map(
        ([name, label, any, values]) =>
          html`<${Choice} key=${name} name=${name} label=${label} any=${any} options=${values.map((v) => [v, words(v)])} />`,
      )}
      ${named.length > 0 &&
      html`<${Choice} name="integrationId" label="Integration" any="Any integration" options=${named} />`}
      <${Confidence} />
      <${ClearFilters} names=${FILTERS} />
    </${FilterBar}></div>
    <p class="vh" role="status">${data.total === 1 ? "1 asset" : `${total} assets`}</p>
    <div class="fit"><${DataTable} list=${path}
      name="discovery"
      caption="Discovered assets"
      columns=${[...COLUMNS, act]}
      rows=${data.assets}
      id=${(a) => a.id}
      nameOf=${(a) => a.name}
      href=${(a) => "/discovery/" + a.id}
      selected=${selected}
      onSelect=${select}
      empty=${html`<${Empty} icon="list-filter" title="No assets match these filters">
        <p>Clear the filters to see all assets except ignored ones.</p><${ClearFilters} names=${FILTERS} />
      </${Empty}>`}
      foot=${html`<${Pager} page=${page} size=${SIZE} total=${data.total} update=${update}
        more=${data.totalIsMinimum} unit="assets" />`}
    /></div>
    <${BulkBar} selected=${selected} onClear=${() => select(new Set())}>
      ${["approve", "needs_info", "ignore", "reject"].map(
        (decision) => html`<${Button} key=${decision} small because=${may ? "" : whoMay("reviews:write")}
          onClick=${() => setBulk({ decision, assets: [...selected].map((id) => seen.current.get(id)).filter(Boolean) })}
        >${decisionName(decision)}</${Button}>`,
      )}
    </${BulkBar}>
    ${bulk &&
    html`<${BulkReview} ...${bulk} onClose=${(left) => {
      setBulk(null);
      if (left) select(left);
    }} />`}
    ${reviewed && !bulk &&
    html`<${ReviewDrawer} key=${reviewed.id} asset=${reviewed} onClose=${() => update({ review: null })} />`}`;
}

/** The filter for the minimum confidence. Updates the address after a pause. */
function Confidence() {
  const [params, update] = useParams();
  const asked = Number(params.get("minConfidence")) || 0;
  const [value, setValue] = useState(asked);
  const timer = useRef(null);
  useEffect(() => setValue(asked), [asked]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const move = (event) => {
    const next = Number(event.target.value);
    setValue(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => update({ minConfidence: next ? String(next) : null, page: null }), 250);
  };
  return html`<label class="range">Minimum confidence
    <input type="range" min="0" max="1" step="0.05" value=${value} aria-valuetext=${percent(value)} onInput=${move} />
    <output>${percent(value)}</output>
  </label>`;
}

/** The drawer to review an asset. */
export function ReviewDrawer(/** @type {Props} */ { asset: a, onClose }) {
  return html`<${Drawer} label=${"Review " + a.name} onClose=${onClose}>
    <div class="dl-b">
      <div class="row"><${State} of=${a.reviewState} /><${State} of=${a.governanceStatus} /></div>
      <${KeyValue}
        rows=${[
          ["Type", words(a.kind)],
          ["Found by", a.sources.map(words).join(", ")],
          ["Risk", html`<${Risk} of=${a} />`],
          ["Risk factors", a.riskFactors.map((f) => words(f.key)).join(", ")],
          ["Confidence", percent(a.confidence)],
          ["Owner", a.owner ?? "Unowned"],
          ["Connectors", a.connectors.map((c) => c.name).join(", ") || "None"],
          ["Decided by", a.reviewedBy && html`${a.reviewedBy}, <${Time} at=${a.reviewedAt} />`],
        ]}
      />
      <${ReviewForm} kind="asset" thing=${a} onDone=${onClose} />
      <a href=${"/discovery/" + a.id}>Open asset</a>
    </div>
  </${Drawer}>`;
}
