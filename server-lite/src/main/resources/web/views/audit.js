import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { Button, PageHead } from "../components/page.js";
import { Copyable, State, Tag, Time } from "../components/marks.js";
import { ChipSet, ClearFilters, FilterBar, SavedViews } from "../components/filters.js";
import { Empty, Refused, say, whenLoaded } from "../components/states.js";
import { DataTable, Pager } from "../components/table.js";
import { actionName, categoryName, EntryDrawer } from "./audit-entry.js";
import { download, get, withQuery } from "../api.js";
import { num, plural } from "../formats/counts.js";
import { utc } from "../formats/dates.js";
import { middle, role, words } from "../formats/words.js";
import { refetch, useAction, useQuery } from "../query.js";
import { useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";

const LOG = "/api/admin/audit-log";
const SIZE = 50;

/** All categories, with their labels. */
const CATEGORIES = [
  "auth",
  "admin",
  "governance",
  "policy",
  "agent",
  "discovery",
  "mcp",
  "alert",
  "incident",
  "lifecycle",
  "certification",
  "attestation",
  "approval",
  "credential",
  "integration",
  "report",
  "tenant",
  "system",
].map((name) => [name, categoryName(name)]);

const LABELS = Object.fromEntries(CATEGORIES);

/** The audit log with its hash chain. */
export function Audit() {
  const head = { title: "Audit log", sub: "A tamper-evident log of all actions." };
  if (!useMay("audit:read")) {
    return html`<${PageHead} ...${head} />
      <div class="card">
        <${Empty} icon="lock" title="You don’t have access to the audit log">
          <p>${whoMay("audit:read")}</p>
        </${Empty}>
      </div>`;
  }
  return html`<${Log} head=${head} />`;
}

function Log({ head }) {
  const [params, update] = useParams();
  const page = Math.max(1, Number(params.get("page")) || 1);
  const category = params.get("category") ?? "";
  const query = useQuery(withQuery(LOG, { category, limit: SIZE, offset: (page - 1) * SIZE }), { every: 30 });
  const csv = useAction(() => download(withQuery(LOG, { category, format: "csv" }), csvName(category)));
  const all = useAction(() => download(LOG + "/export", "audit-log.json", "application/json"));
  const seq = Number(params.get("entry")) || null;
  const rows = query.data?.entries;
  return html`<div class="audit">
    <${PageHead} ...${head}>
      <${Button} icon="download" busy=${csv.busy} onClick=${() => csv.run()}>Download CSV</${Button}>
      <${Button} icon="shield-check" busy=${all.busy} onClick=${() => all.run()}>Download verifiable JSON</${Button}>
    </${PageHead}>
    <${Refused} error=${csv.error ?? all.error} />
    <${Chain} query=${query} />
    <${SavedViews} resource="audit" names=${["category"]} builtIn=${VIEWS} />
    <${FilterBar}>
      <${ChipSet} name="category" label="Category" options=${CATEGORIES} />
      <${ClearFilters} names=${["category"]} />
    </${FilterBar}>
    ${whenLoaded(query, 480, (data) => html`<${DataTable}
      name="audit"
      caption="Audit log, latest first"
      columns=${COLUMNS}
      rows=${data.entries}
      id=${(entry) => entry.id}
      onOpen=${(entry) => update({ entry: entry.seq }, { push: true })}
      empty=${html`<${None} category=${category} page=${page} update=${update} />`}
      foot=${html`<${Pager} most=${Infinity} page=${page} size=${SIZE} total=${data.total} update=${update} unit="entries" />`}
    />`)}
    ${seq &&
    rows &&
    html`<${EntryDrawer}
      seq=${seq}
      newest=${page === 1 && !category ? rows[0]?.seq : null}
      shown=${rows.find((entry) => entry.seq === seq)}
      onOpen=${(other) => update({ entry: other })}
      onClose=${() => update({ entry: null })}
    />`}
  </div>`;
}

const VIEWS = [
  ["All entries", ""],
  ["Sign-ins", "category=auth"],
  ["Administration", "category=admin"],
  ["Policies", "category=policy"],
  ["Governance", "category=governance"],
];

const csvName = (category) => (category ? `audit-log-${category}.csv` : "audit-log.csv");

function None({ category, page, update }) {
  if (page > 1) {
    return html`<${Empty} icon="history" title="This page is empty">
      <${Button} onClick=${() => update({ page: null })}>Go to first page</${Button}>
    </${Empty}>`;
  }
  const title = category ? "No entries in this category" : "No entries yet";
  return html`<${Empty} icon="history" title=${title}>
    ${category
      ? html`<${Button} onClick=${() => update({ category: null })}>Clear filter</${Button}>`
      : html`<p>Actions of members, API keys and the server appear here.</p>`}
  </${Empty}>`;
}

/** The display name of an actor. */
const actorOf = ({ actor }) => actor.name || (actor.type === "system" ? "System" : words(actor.type));

/** @type {Columns<Api<"AuditEntry">>} */
const COLUMNS = [
  {
    key: "action",
    label: "Action",
    main: true,
    cell: (entry) => actionName(entry.action),
    detail: ({ target }) =>
      [words(target.type), target.name || middle(target.id, 24)].filter(Boolean).join(" · "),
  },
  {
    key: "actor",
    label: "Actor",
    cell: (entry) => html`<span class="who"
      >${actorOf(entry)}<small>${entry.actor.type !== "system" && entry.actor.role && role(entry.actor.role)}</small></span
    >`,
  },
  { key: "outcome", label: "Outcome", cell: (entry) => html`<${State} of=${entry.outcome} />` },
  { key: "category", label: "Category", cell: (entry) => html`<${Tag}>${LABELS[entry.category]}</${Tag}>` },
  {
    key: "time",
    label: "Time",
    className: "dim",
    cell: (entry) => html`<${Time} at=${entry.timestamp} />`,
  },
  { key: "utc", label: "Time (UTC)", className: "dim", hidden: true, cell: (entry) => utc(entry.timestamp) },
  { key: "seq", label: "No.", className: "num", cell: (entry) => num(entry.seq) },
  { key: "ip", label: "IP address", hidden: true, cell: (entry) => entry.actor.ip },
  {
    key: "request",
    label: "Request ID",
    hidden: true,
    cell: (entry) => html`<code>${middle(entry.requestId, 20)}</code>`,
  },
];

/** The verification status of the hash chain. The server verifies the whole chain on request. */
function Chain({ query }) {
  const [verdict, setVerdict] = useState(null);
  const verify = useAction(async () => {
    setVerdict(null);
    const answer = await get(LOG + "/verify");
    setVerdict(answer);
    refetch(LOG);
    say(answer.ok ? "Chain verified" : "Chain verification failed", { tone: answer.ok ? "ok" : "critical" });
  });
  const chain = query.data?.chain;
  if (!chain) return null;
  const [tone, icon, text] = standing(verdict, chain);
  return html`<section class="card chain" aria-label="Hash chain" aria-live="polite">
    <p>
      <span class=${"tag tone-" + tone}><${Icon} name=${icon} size=${13} />${text}</span>
      ${" "}
      ${verdict
        ? verdict.ok
          ? `${plural(verdict.checked, "entry", "entries")} verified just now.`
          : `Verification failed at entry ${verdict.firstBrokenSeq}: ${verdict.reason}. ` +
            `${plural(verdict.checked, "entry", "entries")} checked. Download the log, and compare it with the server’s backups.`
        : chain.verifiedAt
          ? html`Last verified <${Time} at=${chain.verifiedAt} />.`
          : "Not verified since the server started."}
    </p>
    <span class="dim">
      Latest hash <${Copyable} text=${chain.head} shown=${middle(chain.head, 27)} label="Copy latest hash" />
    </span>
    <${Button} small icon="shield-check" busy=${verify.busy} onClick=${() => verify.run()}>
      ${verify.busy ? "Verifying…" : "Verify chain"}
    </${Button}>
    <${Refused} error=${verify.error} />
  </section>`;
}

function standing(verdict, chain) {
  const whole = verdict ? verdict.ok : chain.verified;
  if (whole === null) return ["info", "circle-dashed", "Not verified"];
  return whole ? ["ok", "shield-check", "Chain verified"] : ["critical", "octagon-x", "Chain is invalid"];
}
