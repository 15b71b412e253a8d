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
 * Every row of the store. The API tells them oldest first and page by page, and how a workflow
 * stands now follows only from its last row, so all of them are read.
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
  // A row more is a reason to read them again; their number alone is cheap to ask for.
  const total = useQuery(STORE + "?limit=1", { every: 30 }).data?.total;
  useEffect(() => {
    load();
  }, [total]);
  return { ...state, reload: load };
}

/** How each workflow stands: its last row, and what drifted since it was certified. */
function latest(rows) {
  const found = new Map();
  for (const row of rows) {
    const before = found.get(row.asset_id);
    const drift = row.event === "certified" ? [] : [...(before?.drift ?? []), ...row.diff];
    found.set(row.asset_id, { row, drift, rows: [...(before?.rows ?? []), row] });
  }
  return [...found.values()].reverse();
}

/** The certification that counts: later rows may be of attempts that were blocked. */
const standing = (rows) => rows.findLast((row) => row.event === "certified");

/** The worst of what drifted; empty for nothing. */
const worst = (drift) => DRIFT.find((severity) => drift.some((d) => d.severity === severity)) ?? "";

/** Workflows that are fit for production, and what became of it. */
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
        ? html`<div class="card"><${Empty} icon="badge-check" title="No workflow is certified yet">
            <p>A certification says that a workflow passed four checks, and is ended at once when it changes critically.</p>
            <${Button}
              kind="pri" because=${because} onClick=${() => setOpen({ what: "certify" })}
            >Choose workflows</${Button}>
          </${Empty}></div>`
        : params.get("view") === "history"
          ? html`<${History} rows=${data.rows} />`
          : html`<${Workflows}
            all=${workflows} because=${because} certify=${(chosen) => setOpen({ what: "certify", chosen })}
          />`)}
    ${query.data?.more && html`<p class="dim mt4">The first ${plural(MOST, "row")} are read here. Export the CSV for all of them.</p>`}
    ${shown &&
    !open &&
    html`<${WorkflowDrawer} workflow=${shown} onClose=${() => update({ workflow: null })}
      certify=${() => setOpen({ what: "certify", chosen: [shown.row] })}
      revoke=${() => setOpen({ what: "revoke", row: standing(shown.rows) })} />`}
    ${open?.what === "certify" && html`<${Certify} chosen=${open.chosen} done=${query.reload} onClose=${close} />`}
    ${open?.what === "revoke" && html`<${Revoke} row=${open.row} done=${query.reload} onClose=${close} />`}`;
}

/** What a workflow's platform knows it by. */
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
    { key: "status", label: "Stands", cell: ({ row }) => html`<${State} of=${row.status} />` },
    { key: "drift", label: "Drift", cell: ({ drift }) => html`<${Drift} severity=${worst(drift)} />` },
    { key: "checks", label: "Checks", cell: ({ rows }) => html`<${Checks} rows=${rows} />` },
    { key: "by", label: "Answers for it", cell: ({ row }) => html`<span class="dim">${row.certified_by ?? row.actor.name}</span>` },
    { key: "at", label: "Last row", cell: ({ row }) => html`<span class="dim"><${Time} at=${row.at} /></span>` },
    { key: "signature", label: "Signature", cell: ({ row }) => html`<${Signature} row=${row} />` },
    { key: "risk", label: "Risk", className: "c-num", hidden: true, cell: ({ row }) => row.risk_score ?? "" },
  ];
  return html`<${FilterBar}>
      <${SearchBox} label="Search workflows" placeholder="Name, id or platform" />
      <${ChipSet} name="status" label="How it stands" options=${STATUSES} />
      <${ChipSet}
        name="drift" label="Drift" many options=${DRIFT.map((severity) => [severity, words(severity)])} />
      <${ClearFilters} names=${["q", "status", "drift"]} />
    </${FilterBar}>
    <${DataTable}
      name="certifications"
      caption="Workflows and how they stand"
      columns=${columns}
      rows=${found.slice((page - 1) * SIZE, page * SIZE)}
      id=${({ row }) => row.asset_id}
      nameOf=${({ row }) => row.workflow_name}
      onOpen=${({ row }) => update({ workflow: row.asset_id }, { push: true })}
      selected=${selected}
      onSelect=${setSelected}
      empty=${html`<${Empty}
        icon="list-filter" title="No workflow fits these filters"
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
    { key: "event", label: "What", cell: (row) => words(row.event) },
    { key: "status", label: "Stood then", cell: (row) => html`<${State} of=${row.status} />` },
    { key: "drift", label: "Drift", cell: (row) => html`<${Drift} severity=${worst(row.diff)} />` },
    { key: "actor", label: "By", cell: (row) => html`<span class="dim">${row.actor.name}</span>` },
    { key: "at", label: "When", cell: (row) => html`<span class="dim"><${Time} at=${row.at} /></span>` },
    { key: "signature", label: "Signature", cell: (row) => html`<${Signature} row=${row} />` },
  ];
  return html`<${FilterBar}>
      <${SearchBox} label="Search the history" placeholder="Workflow or reason" />
      <${ChipSet} name="event" label="What happened" options=${EVENTS} />
      <${ClearFilters} names=${["q", "event"]} />
    </${FilterBar}>
    <p class="dim gap row"><${Icon} name="lock" size=${14} />Rows are added, and never changed or removed.</p>
    <${DataTable}
      name="certification-history"
      caption="History of certifications, latest first"
      columns=${columns}
      rows=${found.slice((page - 1) * SIZE, page * SIZE)}
      id=${(row) => row.seq}
      onOpen=${(row) => update({ workflow: row.asset_id }, { push: true })}
      empty=${html`<${Empty}
        icon="list-filter" title="No row fits these filters"
      ><${ClearFilters} names=${["q", "event"]} /></${Empty}>`}
      foot=${html`<${Pager} page=${page} size=${SIZE} total=${found.length} update=${update} />`}
    />`;
}

function Export({ rows }) {
  const csv = useAction(() => download(STORE + "?format=csv", "certifications.csv", "text/csv"));
  const json = () => {
    const text = JSON.stringify({ certifications: rows }, null, 2);
    save(new Blob([text], { type: "application/json" }), "certifications.json");
    say("Exported");
  };
  return html`<${Button} icon="download" busy=${csv.busy} onClick=${() => csv.run()}>CSV</${Button}>
    <${Button}
      icon="download" because=${rows ? "" : "The rows are not loaded yet"} onClick=${json}>JSON</${Button}>
    ${csv.error && html`<${Refused} error=${csv.error} />`}`;
}
