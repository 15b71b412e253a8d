import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { Time } from "../components/marks.js";
import { Card } from "../components/page.js";
import { Empty, ErrorBox, Skeleton } from "../components/states.js";
import { get, withQuery } from "../api.js";
import { plural } from "../formats/counts.js";
import { eventArea, eventWords } from "../formats/events.js";
import { useAgentNames } from "./agent-names.js";

const EVENTS = "/api/v1/governance/events";
const SHOWN = 8;
const MOST = 500;
const SECOND = 1000;

/** The feed is read forward, so the latest events are searched in increasing periods before now. */
const HOUR = 3600 * SECOND;
const SPANS = [HOUR / 6, HOUR, 6 * HOUR, 24 * HOUR, 7 * 24 * HOUR, 30 * 24 * HOUR];
const BUSY_SPAN = 5 * SECOND;

const since = (span, options) =>
  get(withQuery(EVENTS, { since: new Date(Date.now() - span).toISOString(), limit: MOST }), options);

async function latest(options) {
  let best = null;
  for (const span of SPANS) {
    const page = await since(span, options);
    if (page.has_more) return best?.events.length ? best : await since(BUSY_SPAN, options);
    best = page;
    if (page.events.length >= SHOWN * 2) break;
  }
  return /** @type {NonNullable<typeof best>} */ (best);
}

/** Loads the latest events, newest first, and then new events at an interval in seconds. */
function useLatest(every) {
  const [state, set] = useState({ events: null, error: null });
  const from = useRef(null);
  const load = async (background) => {
    const cursor = from.current;
    // After an error, the next load starts without a cursor, because an expired cursor is rejected.
    from.current = null;
    try {
      const options = { background };
      const page = cursor
        ? await get(withQuery(EVENTS, { cursor, limit: MOST }), options)
        : await latest(options);
      from.current = page.has_more ? null : page.resume_cursor;
      const fresh = page.events.reverse();
      set((s) => ({ error: null, events: cursor ? [...fresh, ...s.events].slice(0, MOST) : fresh }));
    } catch (error) {
      set((s) => ({ ...s, error }));
    }
  };
  useEffect(() => {
    load(false);
    const timer = setInterval(() => document.hidden || load(true), every * SECOND);
    return () => clearInterval(timer);
  }, []);
  return { ...state, reload: () => load(false) };
}

/** Returns true for the decision and the alert of an approval, which has an event of its own. */
const isOfApproval = ({ payload }) =>
  payload?.outcome === "pending_approval" || payload?.threat_type === "approval_requested";

/** Groups consecutive events of the same kind, with their count. */
function grouped(events) {
  const groups = [];
  for (const event of events) {
    if (isOfApproval(event)) continue;
    const told = eventWords(event);
    const last = groups.at(-1);
    if (last && last.told.text === told.text && last.event.agent_id === event.agent_id) last.times++;
    else if (groups.length === SHOWN) break;
    else groups.push({ event, told, times: 1 });
  }
  return groups;
}

/** The latest events, newest first. */
export function LatestEvents() {
  const { events, error, reload } = useLatest(30);
  const names = useAgentNames();
  if (!events && error) {
    return html`<${ErrorBox} error=${error} retry=${reload} title="The latest events could not be loaded" />`;
  }
  const all = html`<a href="/execution">View all decisions</a>`;
  return html`<${Card} title="Latest events" padded=${false} action=${all}>
    ${!events && html`<div class="pad"><${Skeleton} height=${300} /></div>`}
    ${events?.length === 0 &&
    html`<${Empty} icon="activity" level=${3} title="No events in the last 30 days">
      <p>Agent actions and decisions appear here.</p>
    </${Empty}>`}
    ${events?.length > 0 &&
    html`<ul class="feed pad">
      ${grouped(events).map((group) => html`<${Line} key=${group.event.event_id} ...${group} names=${names} />`)}
    </ul>`}
  </${Card}>`;
}

function Line({ event, told, times, names }) {
  const agent = event.agent_id;
  return html`<li>
    <span class=${"dot tone-" + told.tone}><${Icon} name=${told.icon} size=${14} /></span>
    <div>
      <div class="x">${told.text}</div>
      <div class="m">
        ${agent && html`<a href=${"/agents/" + encodeURIComponent(agent)}>${names?.[agent] ?? "Agent"}</a> · `}
        ${eventArea(event.event_type)}${times > 1 && ` · ${plural(times, "event")}`}
      </div>
    </div>
    <${Time} at=${event.timestamp} />
  </li>`;
}
