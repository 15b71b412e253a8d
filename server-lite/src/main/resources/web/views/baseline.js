import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button, PageHead } from "../components/page.js";
import { Copyable, Time } from "../components/marks.js";
import { Confirm } from "../components/dialog.js";
import { Empty, Note, say, whenLoaded } from "../components/states.js";
import { ApiError, get, send } from "../api.js";
import { refetch, useQuery } from "../query.js";
import { useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";
import { num, plural } from "../formats/counts.js";
import { FirstReport } from "./mcp-parts.js";
import { Change, changesOf } from "./baseline-change.js";

const DIFF = "/api/mcp/baseline/diff";
const BASELINE = "/api/mcp/baseline";
const SERVERS = "/api/mcp?limit=500";

/** The differences from the approved baseline: reviewed one by one, then approved with a reason. */
export function Baseline() {
  const baseline = useQuery(BASELINE, { every: 20 });
  const diff = useQuery(DIFF, { every: 20 });
  const servers = useQuery(SERVERS, { every: 20 });
  const both = {
    data: baseline.data && diff.data && servers.data && { ...baseline.data, diff: diff.data, servers: servers.data.servers },
    error: baseline.error ?? diff.error ?? servers.error,
    reload: () => [baseline, diff, servers].forEach((query) => query.reload()),
  };
  return html`${whenLoaded(both, 420, (data) => (data.baseline ? html`<${Review} ...${data} />` : html`<${First} servers=${data.servers} />`))}
    ${!both.data && html`<${Head} />`}`;
}

function Head({ children }) {
  return html`<${PageHead}
    title="Baseline"
    crumbs=${[["MCP servers", "/mcp"]]}
    sub="Current MCP servers compared with the approved baseline."
  >${children}</${PageHead}>`;
}

/** The page before the first approval. */
function First({ servers }) {
  const [asking, setAsking] = useState(false);
  const may = useMay("reviews:write");
  const fit = servers.filter(
    (s) => s.hasAssets && s.lifecycleState !== "removed" && !["rejected", "quarantined"].includes(s.reviewState),
  );
  const because = !may
    ? whoMay("reviews:write")
    : fit.length
      ? ""
      : "Reports contain no server inventory. Scan with --inventory.";
  if (!servers.length) {
    return html`<${Head} />
      <div class="card">
        <${FirstReport} title="No servers to approve yet">
          The baseline is the approved state of your MCP servers. Later differences are drift. Scan your servers first.
        </${FirstReport}>
      </div>`;
  }
  return html`<${Head} />
    <div class="card">
      <${Empty} icon="shield-check" title="No baseline yet">
        <p>A baseline records how servers are started. After approval, every change is a finding.</p>
        <p>
          The baseline would contain ${num(fit.length)} of ${plural(servers.length, "server")}.${" "}
          <a href="/mcp">Review servers</a>
        </p>
        <${Button} kind="pri" icon="shield-check" onClick=${() => setAsking(true)}
          because=${because}
        >Approve first baseline</${Button}>
      </${Empty}>
    </div>
    ${asking &&
    html`<${Confirm} label="Approve first baseline" reason="required"
      onClose=${() => setAsking(false)} onConfirm=${(note) => approve({ all: true, note })}>
      <p>The current state of ${plural(fit.length, "server")} will be approved. Rejected and quarantined servers are excluded.</p>
    </${Confirm}>`}`;
}

async function approve(body) {
  const answer = await send("POST", BASELINE, body);
  refetch("/api/mcp", "/api/overview", "/api/discovery");
  say("Baseline approved");
  return answer;
}

/** Approves the reviewed changes. Fails if a change differs from the reviewed change. */
async function approveSeen(ticked, all, note) {
  const [diff, { servers }] = await Promise.all([get(DIFF), get(SERVERS)]);
  const now = changesOf(diff, servers);
  const same = ticked.every((change) => now.find((c) => c.key === change.key)?.seen === change.seen);
  if (!same || (all && now.filter((c) => !c.refused).length !== ticked.length)) {
    refetch(BASELINE, "/api/mcp?");
    throw new ApiError(409, { message: "The servers changed during your review, so nothing was approved. Review the new changes." });
  }
  return approve({ serverIds: [...new Set(ticked.map((c) => c.serverId))], note });
}

function Review(/** @type {Props<{ diff: Api<"BaselineDiff"> }>} */ { baseline, diff, servers }) {
  const [params, update] = useParams();
  const only = params.get("kind") ?? "all";
  const [ticks, setTicks] = useState(new Map());
  const [asking, setAsking] = useState(null);
  const may = useMay("reviews:write");
  const changes = changesOf(diff, servers);
  const open = changes.filter((change) => !change.refused);
  const ticked = open.filter((change) => ticks.get(change.key) === change.seen);
  const lapsed = changes.filter((change) => ticks.has(change.key) && ticks.get(change.key) !== change.seen);
  const all = ticked.length === open.length;
  const tick = (change) => {
    const next = new Map(ticks);
    if (ticks.get(change.key) === change.seen) next.delete(change.key);
    else next.set(change.key, change.seen);
    setTicks(next);
  };
  const missing = open.length - ticked.length;
  const because = !may
    ? whoMay("reviews:write")
    : changes.length === 0
      ? "Nothing differs from the baseline"
      : open.length === 0
        ? "All changes belong to rejected or quarantined servers"
        : all
          ? ""
          : `Review all changes first: ${num(missing)} of ${num(open.length)} left`;
  const share = open.length ? (100 * ticked.length) / open.length : 0;
  const excluded = changes.length - open.length;
  const without = excluded ? ` (${num(excluded)} excluded)` : "";
  const progress = !open.length
    ? "None of these changes can be approved"
    : all
      ? `All ${num(open.length)} reviewed${without}`
      : `${num(ticked.length)} of ${num(open.length)} reviewed${without}. Review all to approve.`;
  const ask = () => setAsking({ ticked, all, names: [...new Set(ticked.map((c) => c.name))] });
  const count = (kind) => changes.filter((change) => change.kind === kind).length;
  const kinds = [["all", "All changes", changes.length], ["added", "Added", count("added")],
    ["modified", "Modified", count("modified")], ["removed", "Removed", count("removed")]];
  const unchanged = servers.filter((s) => s.inBaseline && !s.drift.length && s.lifecycleState !== "removed").length;
  return html`<${Head}>
      ${ticked.length > 0 && !all &&
      html`<${Button} because=${may ? "" : whoMay("reviews:write")} onClick=${ask}>
        Approve ${num(ticked.length)} reviewed
      </${Button}>`}
      <${Button} kind="pri" icon="shield-check" because=${because} onClick=${ask}>Approve baseline</${Button}>
    </${Head}>
    <section class="card dsum" aria-label="The approved baseline">
      <dl><dt>Baseline ID</dt><dd><${Copyable} text=${baseline.baseline_id} label="Copy baseline ID" /></dd></dl>
      <dl><dt>Approved</dt><dd>${baseline.approved_by}, <${Time} at=${baseline.approved_at} /></dd></dl>
      <dl><dt>Contents</dt><dd>${plural(baseline.assets.length, "asset")}</dd></dl>
      ${baseline.note && html`<dl><dt>Reason</dt><dd>${baseline.note}</dd></dl>`}
    </section>
    ${lapsed.length > 0 &&
    html`<div class="mt4" role="status">
      <${Note} tone="medium" icon="triangle-alert" title="Changed while you were reviewing">
        ${lapsed.map((c) => c.name).join(", ")}: the reviewed state is outdated. Review the change again.
      </${Note}>
    </div>`}
    ${changes.length === 0
      ? html`<div class="card mt4"><${Empty} icon="shield-check" title="No drift">
          <p>${plural(unchanged, "server")} unchanged. Changes in later scan reports appear here.</p>
        </${Empty}></div>`
      : html`<div class="bar-tools diff-tools">
          <div class="chipset" role="group" aria-label="Type of change">
            ${kinds.map(
              ([kind, label, n]) => html`<button
                key=${kind}
                type="button"
                aria-pressed=${only === kind ? "true" : "false"}
                onClick=${() => update({ kind: kind === "all" ? null : kind })}
              >${label}<span class="n">${num(n)}</span></button>`,
            )}
          </div>
          <span class="dim">${plural(unchanged, "server")} unchanged</span>
          <div class="prog sp" role="status">
            <span class="bar" aria-hidden="true"><i style=${{ width: share + "%" }}></i></span>${progress}
          </div>
        </div>
        ${changes
          .filter((change) => only === "all" || change.kind === only)
          .map(
            (change) => html`<${Change} key=${change.key} change=${change}
              done=${ticks.get(change.key) === change.seen} onTick=${() => tick(change)} />`,
          )}`}
    ${asking &&
    html`<${Confirm}
      label=${asking.all ? "Approve baseline" : "Approve reviewed changes"}
      verb="Approve"
      reason="required"
      onClose=${() => setAsking(null)}
      onConfirm=${async (note) => {
        const answer = await approveSeen(asking.ticked, asking.all, note);
        setTicks(new Map());
        return answer;
      }}>
      <p>Later scans are compared with this baseline. Drift findings of ${asking.names.join(", ")} are closed, and
        unreviewed servers are approved.</p>
      ${!asking.all && html`<p>The baseline of all other servers does not change.</p>`}
    </${Confirm}>`}`;
}
