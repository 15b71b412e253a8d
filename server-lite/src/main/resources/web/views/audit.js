import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { Button, PageHead } from "../components/page.js";
import { Copyable, State, Tag, Time } from "../components/marks.js";
import { ChipSet, ClearFilters, FilterBar, SavedViews } from "../components/filters.js";
import { Empty, Refused, say, whenLoaded } from "../components/states.js";
import { DataTable, Pager } from "../components/table.js";
import { EntryDrawer } from "./audit-entry.js";
import { download, get, withQuery } from "../api.js";
import { num, plural } from "../formats/counts.js";
import { utc } from "../formats/dates.js";
import { middle, role, words } from "../formats/words.js";
import { refetch, useAction, useQuery } from "../query.js";
import { useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";

const LOG = "/api/admin/audit-log";
const SIZE = 50;

/** Every category of the API. */
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
].map((name) => [name, name === "auth" ? "Sign-in" : words(name)]);

const LABELS = Object.fromEntries(CATEGORIES);

/** What people, keys and the server itself did, in a chain that shows whether anything was changed. */
export function Audit() {
  const head = { title: "Audit log", sub: "A tamper-evident log of all actions." };
  if (!useMay("audit:read")) {
    return html`<${PageHead} ...${head} />
      <div class="card">
        <${Empty} icon="lock" title="Your role does not show the audit log">
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
      <${Button} icon="download" busy=${csv.busy} onClick=${() => csv.run()}>CSV</${Button}>
      <${Button} icon="shield-check" busy=${all.busy} onClick=${() => all.run()}>Verifiable export</${Button}>
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
    return html`<${Empty} icon="history" title="There is nothing on this page">
      <${Button} onClick=${() => update({ page: null })}>First page</${Button}>
    </${Empty}>`;
  }
  const title = category ? "Nothing of this category was done" : "Nothing was done yet";
  return html`<${Empty} icon="history" title=${title}>
    ${category && html`<${Button} onClick=${() => update({ category: null })}>Clear the filter</${Button}>`}
  </${Empty}>`;
}

/** Who did it, as a person would say. */
const actorOf = ({ actor }) => actor.name || (actor.type === "system" ? "The server" : words(actor.type));

/** @type {Columns<Api<"AuditEntry">>} */
const COLUMNS = [
  {
    key: "action",
    label: "Action",
    main: true,
    cell: (entry) => html`<code>${entry.action}</code>`,
    detail: ({ target }) =>
      [words(target.type), target.name || middle(target.id, 24)].filter(Boolean).join(" · "),
  },
  {
    key: "actor",
    label: "Actor",
    cell: (entry) => html`<span class="who"
      >${actorOf(entry)}<small>${entry.actor.role && role(entry.actor.role)}</small></span
    >`,
  },
  { key: "outcome", label: "Outcome", cell: (entry) => html`<${State} of=${entry.outcome} />` },
  { key: "category", label: "Category", cell: (entry) => html`<${Tag}>${LABELS[entry.category]}</${Tag}>` },
  {
    key: "time",
    label: "When",
    className: "dim",
    cell: (entry) => html`<${Time} at=${entry.timestamp} />`,
  },
  { key: "utc", label: "Time in UTC", className: "dim", hidden: true, cell: (entry) => utc(entry.timestamp) },
  { key: "seq", label: "No.", className: "num", cell: (entry) => num(entry.seq) },
  { key: "ip", label: "Address", hidden: true, cell: (entry) => entry.actor.ip },
  {
    key: "request",
    label: "Request",
    hidden: true,
    cell: (entry) => html`<code>${middle(entry.requestId, 20)}</code>`,
  },
];

/** Whether the chain of hashes is whole; the server looks at all of it when somebody asks. */
function Chain({ query }) {
  const [verdict, setVerdict] = useState(null);
  const verify = useAction(async () => {
    setVerdict(null);
    const answer = await get(LOG + "/verify");
    setVerdict(answer);
    refetch(LOG);
    say(answer.ok ? "The chain is whole" : "The chain is broken", { tone: answer.ok ? "ok" : "critical" });
  });
  const chain = query.data?.chain;
  if (!chain) return null;
  const [tone, icon, text] = standing(verdict, chain);
  return html`<section class="card chain" aria-label="Chain of entries" aria-live="polite">
    <p>
      <span class=${"tag tone-" + tone}><${Icon} name=${icon} size=${13} />${text}</span>
      ${" "}
      ${verdict
        ? verdict.ok
          ? `${plural(verdict.checked, "entry", "entries")} checked just now. Each hash follows from the one before.`
          : `Entry ${verdict.firstBrokenSeq} does not fit: ${verdict.reason}. ` +
            `${num(verdict.checked)} were checked. Keep an export, and look at the server’s backups.`
        : chain.verifiedAt
          ? html`Checked <${Time} at=${chain.verifiedAt} />.`
          : "Not verified since the server started."}
    </p>
    <span class="dim">
      Head <${Copyable} text=${chain.head} shown=${middle(chain.head, 27)} label="Copy the head" />
    </span>
    <${Button} small icon="shield-check" busy=${verify.busy} onClick=${() => verify.run()}>
      ${verify.busy ? "Verifying" : "Verify now"}
    </${Button}>
    <${Refused} error=${verify.error} />
  </section>`;
}

function standing(verdict, chain) {
  const whole = verdict ? verdict.ok : chain.verified;
  if (whole === null) return ["info", "circle-dashed", "Not checked"];
  return whole ? ["ok", "shield-check", "Chain verified"] : ["critical", "octagon-x", "Chain is not valid"];
}
