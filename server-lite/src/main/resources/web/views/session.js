import { useEffect, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Copyable, SEVERITIES, Sev, State, Time } from "../components/marks.js";
import { Button, Card, KeyValue, PageHead } from "../components/page.js";
import { Empty, ErrorBox, Skeleton, say, whenLoaded } from "../components/states.js";
import { Drawer } from "../components/dialog.js";
import { ChipSet, ClearFilters, FilterBar } from "../components/filters.js";
import { BulkBar } from "../components/table.js";
import { Timeline, goToEntry } from "../components/timeline.js";
import { num, plural } from "../formats/counts.js";
import { duration, utc } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { useQuery } from "../query.js";
import { useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";
import { IncidentDialog } from "./new-incident.js";
import { RevealOriginal } from "./reveal-original.js";
import { KINDS, STEP, isViolation, proposal, useEvents, useFiltered } from "./session-events.js";
import { RuntimeLogs, TraceLinks } from "./session-logs.js";

const FILTERS = ["kind", "severity"];

/** The entry in the address. */
const inHash = () => decodeURIComponent(location.hash.slice(1));

/** One session of an agent, with its timeline. */
export function SessionPage({ id }) {
  // One entry is asked for: this is the head, which is asked for again; entries come in steps.
  const query = useQuery(`/api/sessions/${encodeURIComponent(id)}?limit=1`, { every: 15 });
  if (query.error?.status === 404) {
    return html`<${PageHead} title="Session not found" crumbs=${[["Agents", "/agents"]]} />
      <div class="card">
        <${Empty} icon="circle-help" title="No session at this address">
          <p>Its retention period may have ended. Search with Ctrl+K, or open the sessions of its agent.</p>
          <a class="btn" href="/agents">Open agents</a>
        </${Empty}>
      </div>`;
  }
  const { data } = query;
  return html`${!data && html`<${PageHead} title="Session" crumbs=${[["Agents", "/agents"]]} />`}
    ${whenLoaded(query, 480, ({ session }) => html`<${Session} session=${session} />`)}`;
}

function Session(/** @type {Props} */ { session }) {
  const [params, update] = useParams();
  const [selected, select] = useState(new Set());
  const [creating, setCreating] = useState(null);
  const [looking, setLooking] = useState(false);
  const kinds = params.get("kind");
  const severities = params.get("severity");
  const [target, setTarget] = useState(inHash);
  // An event that the address opens may be far down.
  const [wanted] = useState(params.get("event"));
  const all = Boolean(kinds || severities || target || looking || wanted);
  const events = useEvents(session.id, session.timelineTotal, all);
  const shown = useFiltered(events.entries, kinds, severities);
  const may = useMay("incidents:write");
  const opened = params.get("event");
  const open = opened && events.entries.find((entry) => entry.id === opened);

  useEffect(() => {
    if (!target || !events.entries.length) return;
    if (goToEntry(target) || !events.left) setTarget("");
  }, [target, shown, events.left]);
  useEffect(() => {
    const changed = () => setTarget(inHash());
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  useEffect(() => {
    if (!looking) return;
    const first = shown.find(({ event }) => isViolation(event));
    if (!first && events.left) return;
    setLooking(false);
    if (first) goToEntry(first.id);
    else say("No violations in this session");
  }, [looking, shown, events.left]);

  const picked = () => events.entries.filter((entry) => selected.has(entry.id));
  const because = may ? "" : whoMay("incidents:write");
  const more = { left: events.left, busy: events.busy, load: events.load, step: STEP };
  return html`<${PageHead}
      title=${session.externalId || "Session"}
      sub=${`${session.agentName}, ${plural(session.timelineTotal, "event")}`}
      crumbs=${[["Agents", "/agents"], [session.agentName, "/agents/" + session.agentId]]}
    >
      <${Button} icon="flag" busy=${looking} onClick=${() => setLooking(true)}>Go to first violation</${Button}>
      <${Button} icon="siren" because=${because} onClick=${() => setCreating([])}>Create incident</${Button}>
    </${PageHead}>
    <${Head} session=${session} />
    <div class="sess">
      <${Card} title="Timeline" padded=${false} action=${html`<span class="dim">Times in UTC</span>`}>
        <div class="pad tl-tools">
          <${FilterBar}>
            <${ChipSet}
              name="kind"
              label="Type"
              many
              options=${KINDS.map(([name, label]) => [name, label])}
            />
            <${ChipSet}
              name="severity"
              label="Severity"
              many
              options=${SEVERITIES.map((level) => [level, words(level)])}
            />
            <${ClearFilters} names=${FILTERS} />
          </${FilterBar}>
          <p class="dim" aria-live="polite">
            ${progress(kinds || severities, shown, events, session)}
          </p>
        </div>
        ${events.error && html`<${ErrorBox} error=${events.error} retry=${events.load} />`}
        ${!events.entries.length && events.busy && html`<div class="pad"><${Skeleton} height=${320} /></div>`}
        ${shown.length > 0 &&
        html`<${Timeline}
          label="Timeline"
          entries=${shown}
          selected=${selected}
          onSelect=${select}
          onOpen=${(entry) => update({ event: entry.id }, { push: true })}
          more=${more}
        />`}
        ${!shown.length && events.entries.length > 0 && !events.left &&
        html`<${Empty} icon="list-filter" level=${3} title="No events match these filters">
          <p>The session has ${plural(session.timelineTotal, "event")}.</p>
          <${Button} onClick=${() => update({ kind: null, severity: null })}>Clear filters</${Button}>
        </${Empty}>`}
      </${Card}>
      <div class="grid">
        <${TraceLinks} id=${session.id} />
        <${RuntimeLogs} id=${session.id} />
      </div>
    </div>
    <${BulkBar} selected=${selected} onClear=${() => select(new Set())}>
      <${Button} small because=${because} onClick=${() => setCreating(picked())}>Create incident</${Button}>
    </${BulkBar}>
    ${creating &&
    html`<${IncidentDialog} ...${proposal(session, creating)} onClose=${() => setCreating(null)} />`}
    ${open && html`<${EventDrawer} entry=${open} onClose=${() => update({ event: null })} />`}`;
}

function progress(filtered, shown, { entries, left }, session) {
  if (filtered) {
    const more = left ? ", more are being loaded" : "";
    return `${num(shown.length)} of ${plural(entries.length, "event")} match${more}.`;
  }
  return left > 0 && `${num(entries.length)} of ${plural(session.timelineTotal, "event")} loaded.`;
}

function Head(/** @type {Props} */ { session }) {
  const { counts, tokens } = session;
  const figures = [
    ["Calls", counts.toolCalls],
    ["Decisions", counts.decisions],
    ["Denied", counts.denied],
    ["Redacted", counts.redacted],
    ["Approvals", counts.approvals],
    ["Alerts", counts.alerts],
  ];
  return html`<section class="card sess-head" aria-label="About this session">
    <div class="pad">
      <${KeyValue}
        rows=${[
          ["Status", html`<${State} of=${session.status} />`],
          ["Agent", html`<a href=${"/agents/" + session.agentId}>${session.agentName}</a>`],
          ["Started", html`<${Time} at=${session.startedAt} />`],
          ["Duration", duration(session.durationMs)],
          ["Trigger", session.trigger && words(session.trigger)],
          ["Tokens", tokens.input + tokens.output > 0 && `${num(tokens.input)} in, ${num(tokens.output)} out`],
          ["Data classes", session.dataClassifications.map(words).join(", ")],
          ["ID", html`<${Copyable} text=${session.id} label="Copy ID" />`],
        ]}
      />
      <dl class="figs">
        ${figures.map(([name, count]) => html`<div key=${name}><dt>${name}</dt><dd>${num(count)}</dd></div>`)}
      </dl>
    </div>
  </section>`;
}

function EventDrawer({ entry, onClose }) {
  const { event } = entry;
  const raw = JSON.stringify(event, null, 2);
  const link = `${location.origin}${location.pathname}#${event.id}`;
  const [copied, setCopied] = useState("");
  const copy = async (text) => {
    await navigator.clipboard?.writeText(text).catch(() => {});
    setCopied(text);
  };
  const { policyId, approvalId, alertId, reason } = event.data ?? {};
  return html`<${Drawer} label=${entry.title} onClose=${onClose}>
    <div class="dl-b">
      <div class="row wrap"><${Sev} level=${event.severity} /><span class="dim">${words(event.type)}</span></div>
      ${reason && html`<p>${reason}</p>`}
      <${KeyValue}
        rows=${[
          ["Time", utc(event.timestamp)],
          ["Number", num(event.seq)],
          ...details(event.data),
          ["Policy", policyId && html`<a href=${"/policies/" + policyId}>Open policy</a>`],
          ["Approval", approvalId && html`<a href=${"/approvals/" + approvalId}>Open approval</a>`],
          ["Alert", alertId && html`<a href=${"/alerts/" + alertId}>Open alert</a>`],
          ["Decision", event.decisionId && html`<${Copyable} text=${event.decisionId} label="Copy decision ID" />`],
        ]}
      />
      <div class="row wrap">
        <${Button} small icon=${copied === raw ? "check" : "copy"} onClick=${() => copy(raw)}>
          ${copied === raw ? "Copied" : "Copy JSON"}
        </${Button}>
        <${Button} small icon=${copied === link ? "check" : "link"} onClick=${() => copy(link)}>
          ${copied === link ? "Copied" : "Copy link"}
        </${Button}>
      </div>
      <pre class="code wrap" tabindex="0" aria-label="Raw event">${raw}</pre>
      ${event.data?.masked && event.decisionId && html`<${RevealOriginal} decisionId=${event.decisionId} />`}
    </div>
  </${Drawer}>`;
}

/** The simple values in the data of an event. The JSON contains all of them. */
function details(data) {
  return Object.entries(data ?? {})
    .filter(([name]) => !/Id$|^(reason|timestamp)$/.test(name))
    .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value))
    .map(([name, value]) => [words(name), typeof value === "boolean" ? (value ? "Yes" : "No") : String(value)]);
}
