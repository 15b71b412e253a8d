import { useCallback, useEffect, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { State, Tag, Time } from "../components/marks.js";
import { Button, PageHead } from "../components/page.js";
import { Empty, Refused, say, whenLoaded } from "../components/states.js";
import { BulkBar, DataTable, Pager } from "../components/table.js";
import { ChipSet, ClearFilters, FilterBar, SavedViews, SearchBox } from "../components/filters.js";
import { plural } from "../formats/counts.js";
import { words } from "../formats/words.js";
import { download, get, save, withQuery } from "../api.js";
import { useAction, useQuery } from "../query.js";
import { useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";
import { Certify, Revoke } from "./certification-acts.js";
import { DRIFT, Drift, WorkflowDrawer } from "./certification-drawer.js";

const STORE = "/v1/store/certifications";
const SIZE = 50;
const MOST = 10_000;
const FILTERS = ["q", "status", "drift", "event", "view"];
const STATUSES = ["CERTIFIED", "BLOCKED", "REVOKED"].map((status) => [status, words(status)]);
const EVENTS = ["certified", "blocked", "revoked", "drift_warning", "drift_info"].map((name) => [name, words(name)]);
const VIEWS = [
  ["Workflows", ""],
  ["Drifted", "drift=critical,warning"],
  ["Revoked", "status=REVOKED"],
  ["Full history", "view=history"],
];

/**
 * Loads all rows of the store. The API returns them oldest first, and the status of a workflow depends on its last row,
 * so all pages are loaded.
 */
function useRows() {
  const [state, set] = useState({ data: undefined, error: null });
  const load = useCallback(async () => {
    try {
      const rows = [];
      let cursor = null;
      do {
        const page = await get(withQuery(STORE, { limit: 500, cursor }));
        rows.push(...page.certifications);
        cursor = page.cursor;
      } while (cursor && rows.length < MOST);
      set({ data: { rows, more: Boolean(cursor) }, error: null });
    } catch (error) {
      set((s) => ({ data: s.data, error }));
    }
  }, []);
  // Reloads all rows when their number changes. The number alone is cheap to request.
  const total = useQuery(STORE + "?limit=1", { every: 30 }).data?.total;
  useEffect(() => {
    load();
  }, [total]);
  return { ...state, reload: load };
}

/** Returns the last row of each workflow, and its drift since certification. */
function latest(rows) {
  const found = new Map();
  for (const row of rows) {
    const before = found.get(row.asset_id);
    const drift = row.event === "certified" ? [] : [...(before?.drift ?? []), ...row.diff];
    found.set(row.asset_id, { row, drift, rows: [...(before?.rows ?? []), row] });
  }
  return [...found.values()].reverse();
}

/** Returns the current certification. Later rows may be blocked attempts. */
const standing = (rows) => rows.findLast((row) => row.event === "certified");

/** Returns the highest drift severity; empty without drift. */
const worst = (drift) => DRIFT.find((severity) => drift.some((d) => d.severity === severity)) ?? "";

/** The page of certified workflows. */
export function Certifications() {
  const [params, update] = useParams();
  const [open, setOpen] = useState(null);
  const query = useRows();
  const may = useMay("certifications:write");
  const because = may ? "" : whoMay("certifications:write");
  const workflows = query.data ? latest(query.data.rows) : [];
  const shown = workflows.find(({ row }) => row.asset_id === params.get("workflow"));
  const close = () => setOpen(null);
  const first = query.data?.rows.length === 0;
  return html`<${PageHead}
    title="Certifications"
    sub="Certified workflows and any drift since certification.">
      ${!first && html`<${Export} rows=${query.data?.rows} />`}
      <${Button}
        kind="pri" icon="badge-check" because=${because} onClick=${() => setOpen({ what: "certify" })}
      >Certify workflows</${Button}>
    </${PageHead}>
    ${!first && html`<${SavedViews} resource="certifications" names=${FILTERS} builtIn=${VIEWS} />`}
    ${whenLoaded(query, 420, (data) =>
      first
        ? html`<div class="card"><${Empty} icon="badge-check" title="No certified workflows yet">
            <p>A certified workflow has passed four checks. A critical change ends its certification.</p>
            <${Button}
              kind="pri" because=${because} onClick=${() => setOpen({ what: "certify" })}
            >Certify workflows</${Button}>
          </${Empty}></div>`
        : params.get("view") === "history"
          ? html`<${History} rows=${data.rows} />`
          : html`<${Workflows}
            all=${workflows} because=${because} certify=${(chosen) => setOpen({ what: "certify", chosen })}
          />`)}
    ${query.data?.more && html`<p class="dim mt4">Only the first ${plural(MOST, "row")} are shown. Download the CSV for all rows.</p>`}
    ${shown &&
    !open &&
    html`<${WorkflowDrawer} workflow=${shown} onClose=${() => update({ workflow: null })}
      certify=${() => setOpen({ what: "certify", chosen: [shown.row] })}
      revoke=${() => setOpen({ what: "revoke", row: standing(shown.rows) })} />`}
    ${open?.what === "certify" && html`<${Certify} chosen=${open.chosen} done=${query.reload} onClose=${close} />`}
    ${open?.what === "revoke" && html`<${Revoke} row=${open.row} done=${query.reload} onClose=${close} />`}`;
}

/** The platform and the ID of a workflow. */
const known = (row) => `${words(row.platform)}, ${row.workflow_id}`;

function Workflows({ all, because, certify }) {
  const [params, update] = useParams();
  const [selected, setSelected] = useState(new Set());
  const page = Math.max(1, Number(params.get("page")) || 1);
  const q = (params.get("q") ?? "").toLowerCase();
  const drifts = (params.get("drift") ?? "").split(",").filter(Boolean);
  const found = all.filter(
    ({ row, drift }) =>
      (!q || `${row.workflow_name} ${row.workflow_id} ${row.platform}`.toLowerCase().includes(q)) &&
      (!params.get("status") || row.status === params.get("status")) &&
      (!drifts.length || drifts.includes(worst(drift))),
  );
  /** @type {Columns<{ row: Api<"CertificationRow">, drift: Api<"CertificationRow">["diff"], rows: Api<"CertificationRow">[] }>} */
  const columns = [
    { key: "name", label: "Workflow", main: true, cell: ({ row }) => row.workflow_name, detail: ({ row }) => known(row) },
    { key: "status", label: "Status", cell: ({ row }) => html`<${State} of=${row.status} />` },
    { key: "drift", label: "Drift", cell: ({ drift }) => html`<${Drift} severity=${worst(drift)} />` },
    { key: "checks", label: "Checks", cell: ({ rows }) => html`<${Checks} rows=${rows} />` },
    { key: "by", label: "Certified by", cell: ({ row }) => html`<span class="dim">${row.certified_by ?? row.actor.name}</span>` },
    { key: "at", label: "Last change", cell: ({ row }) => html`<span class="dim"><${Time} at=${row.at} /></span>` },
    { key: "signature", label: "Signature", cell: ({ row }) => html`<${Signature} row=${row} />` },
    { key: "risk", label: "Risk at decision", className: "c-num", hidden: true, cell: ({ row }) => row.risk_score ?? "" },
  ];
  return html`<${FilterBar}>
      <${SearchBox} label="Search workflows" placeholder="Name, ID or platform" />
      <${ChipSet} name="status" label="Status" options=${STATUSES} />
      <${ChipSet}
        name="drift" label="Drift" many options=${DRIFT.map((severity) => [severity, words(severity)])} />
      <${ClearFilters} names=${["q", "status", "drift"]} />
    </${FilterBar}>
    <${DataTable}
      name="certifications"
      caption="Workflows with their certification status"
      columns=${columns}
      rows=${found.slice((page - 1) * SIZE, page * SIZE)}
      id=${({ row }) => row.asset_id}
      nameOf=${({ row }) => row.workflow_name}
      onOpen=${({ row }) => update({ workflow: row.asset_id }, { push: true })}
      selected=${selected}
      onSelect=${setSelected}
      empty=${html`<${Empty}
        icon="list-filter" title="No workflows match these filters"
      ><${ClearFilters} names=${["q", "status", "drift"]} /></${Empty}>`}
      foot=${html`<${Pager} page=${page} size=${SIZE} total=${found.length} update=${update} unit="workflows" />`}
    />
    <${BulkBar} selected=${selected} onClear=${() => setSelected(new Set())}>
      <${Button} small icon="badge-check" because=${because}
        onClick=${() => certify(all.map(({ row }) => row).filter((row) => selected.has(row.asset_id)))}>Certify again</${Button}>
    </${BulkBar}>`;
}

function Checks({ rows }) {
  const checks = rows.findLast((row) => row.checks.length > 0)?.checks ?? [];
  if (!checks.length) return html`<span class="dim">None</span>`;
  const failed = checks.filter((check) => !check.passed);
  if (!failed.length) return html`<${Tag} tone="ok" icon="check">${`${checks.length} passed`}</${Tag}>`;
  return html`<${Tag} tone="critical" icon="x">${`${failed.length} of ${checks.length} failed`}</${Tag}>`;
}

function Signature(/** @type {Props<{ row: Api<"CertificationRow"> }>} */ { row }) {
  return row.signature.verified
    ? html`<${Tag} tone="ok" icon="shield-check">Verified</${Tag}>`
    : html`<${Tag} tone="critical" icon="shield-alert">Not verified</${Tag}>`;
}

function History({ rows }) {
  const [params, update] = useParams();
  const page = Math.max(1, Number(params.get("page")) || 1);
  const q = (params.get("q") ?? "").toLowerCase();
  const found = rows
    .filter(
      (row) =>
        (!q || `${row.workflow_name} ${row.workflow_id} ${row.reason ?? ""}`.toLowerCase().includes(q)) &&
        (!params.get("event") || row.event === params.get("event")),
    )
    .reverse();
  /** @type {Columns<Api<"CertificationRow">>} */
  const columns = [
    { key: "name", label: "Workflow", main: true, cell: (row) => row.workflow_name, detail: (row) => row.reason ?? known(row) },
    { key: "event", label: "Event", cell: (row) => words(row.event) },
    { key: "status", label: "Status", cell: (row) => html`<${State} of=${row.status} />` },
    { key: "drift", label: "Drift", cell: (row) => html`<${Drift} severity=${worst(row.diff)} />` },
    { key: "actor", label: "By", cell: (row) => html`<span class="dim">${row.actor.name}</span>` },
    { key: "at", label: "Time", cell: (row) => html`<span class="dim"><${Time} at=${row.at} /></span>` },
    { key: "signature", label: "Signature", cell: (row) => html`<${Signature} row=${row} />` },
  ];
  return html`<${FilterBar}>
      <${SearchBox} label="Search history" placeholder="Workflow or reason" />
      <${ChipSet} name="event" label="Event" options=${EVENTS} />
      <${ClearFilters} names=${["q", "event"]} />
    </${FilterBar}>
    <p class="dim gap row"><${Icon} name="lock" size=${14} />The history is append-only.</p>
    <${DataTable}
      name="certification-history"
      caption="Certification history, latest first"
      columns=${columns}
      rows=${found.slice((page - 1) * SIZE, page * SIZE)}
      id=${(row) => row.seq}
      onOpen=${(row) => update({ workflow: row.asset_id }, { push: true })}
      empty=${html`<${Empty}
        icon="list-filter" title="No entries match these filters"
      ><${ClearFilters} names=${["q", "event"]} /></${Empty}>`}
      foot=${html`<${Pager} page=${page} size=${SIZE} total=${found.length} update=${update} />`}
    />`;
}

function Export({ rows }) {
  const csv = useAction(() => download(STORE + "?format=csv", "certifications.csv", "text/csv"));
  const json = () => {
    const text = JSON.stringify({ certifications: rows }, null, 2);
    save(new Blob([text], { type: "application/json" }), "certifications.json");
    say("JSON downloaded");
  };
  return html`<${Button} icon="download" busy=${csv.busy} onClick=${() => csv.run()}>Download CSV</${Button}>
    <${Button}
      icon="download" because=${rows ? "" : "The rows are still loading"} onClick=${json}>Download JSON</${Button}>
    ${csv.error && html`<${Refused} error=${csv.error} />`}`;
}
