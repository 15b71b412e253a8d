import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { get, withQuery } from "../api.js";
import { worst } from "../components/marks.js";
import { plural } from "../formats/counts.js";
import { duration, utc } from "../formats/dates.js";
import { words } from "../formats/words.js";

/** The number of events that the summary of an incident lists. */
const MOST_LISTED = 40;

/** The maximum page size of a timeline in the API. */
export const STEP = 1000;

/** The filter groups of entries: [name, label, types]. */
export const KINDS = [
  ["calls", "Calls", ["tool_call", "llm_call", "egress", "peer_call"]],
  ["decisions", "Decisions", ["policy_decision", "routing_decision", "redaction"]],
  ["approvals", "Approvals", ["approval_requested", "approval_resolved"]],
  ["threats", "Detections", ["detection", "alert"]],
  ["errors", "Errors", ["error"]],
  ["frame", "Start and end", ["session_started", "session_ended"]],
];

const ICONS = {
  session_started: "play",
  session_ended: "power",
  llm_call: "sparkles",
  tool_call: "wrench",
  egress: "globe",
  peer_call: "users",
  policy_decision: "scale",
  routing_decision: "route",
  redaction: "scissors",
  approval_requested: "hand",
  approval_resolved: "user-check",
  detection: "radar",
  alert: "bell",
  error: "triangle-alert",
};

const TONES = { critical: "critical", high: "high", medium: "medium", low: "low" };

/** Whether an entry is a violation. */
export const isViolation = (event) =>
  event.severity === "critical" ||
  event.severity === "high" ||
  event.data?.effect === "deny" ||
  event.data?.wouldBlock === true;

/** The entry of an event in the timeline. */
function toEntry(event) {
  const { data } = event;
  const parts = [
    words(event.type),
    data?.destination,
    data?.status && words(data.status),
    data?.duration_ms != null && duration(data.duration_ms),
    event.type === "policy_decision" && data?.reason,
  ];
  const failed = data?.status === "failed";
  return {
    id: event.id,
    at: event.timestamp,
    icon: ICONS[event.type] ?? "circle-dashed",
    tone: failed ? "critical" : (TONES[event.severity] ?? (event.type === "session_started" ? "accent" : "info")),
    title: event.summary || words(event.type),
    severity: event.severity,
    meta: parts.filter(Boolean).join(" · "),
    event,
  };
}

/**
 * The timeline of a session, loaded in steps.
 *
 * @param total how many entries there are by now
 * @param all whether everything is needed, as for filters
 */
export function useEvents(id, total, all) {
  const [state, set] = useState({ entries: [], error: null, busy: false, end: null });
  const loading = useRef(false);
  const cursor = useRef(null);
  const load = useCallback(async () => {
    if (loading.current) return;
    loading.current = true;
    set((before) => ({ ...before, busy: true, error: null }));
    try {
      const page = withQuery(`/api/sessions/${encodeURIComponent(id)}`, { limit: STEP, cursor: cursor.current });
      const { session } = await get(page);
      const more = session.timeline.map(toEntry);
      cursor.current = session.timelineCursor;
      loading.current = false;
      // Entries that arrived late are before the cursor: an empty page is the end of this total.
      const end = more.length ? null : session.timelineTotal;
      set((before) => ({ entries: [...before.entries, ...more], error: null, busy: false, end }));
    } catch (error) {
      loading.current = false;
      set((before) => ({ ...before, error, busy: false }));
    }
  }, [id]);
  const left = total === state.end ? 0 : Math.max(0, (total ?? 0) - state.entries.length);
  const begun = state.entries.length > 0;
  // What was added to a timeline that was there to its end belongs to its end.
  const ended = useRef(false);
  useEffect(() => {
    if (total === undefined || state.busy || state.error) return;
    if (left === 0) ended.current = true;
    else if (!begun || all || ended.current) load();
    else ended.current = false;
  }, [total, left, begun, all, state.busy, state.error, load]);
  return { ...state, left, load };
}

/** The entries that pass the filters of the address. */
export function useFiltered(entries, kinds, severities) {
  return useMemo(() => {
    if (!kinds && !severities) return entries;
    const typesOf = (kind) => KINDS.find(([name]) => name === kind)?.[2] ?? [];
    const types = kinds && new Set(kinds.split(",").flatMap(typesOf));
    const levels = severities && new Set(severities.split(","));
    return entries.filter(
      ({ event }) => (!types || types.has(event.type)) && (!levels || levels.has(event.severity)),
    );
  }, [entries, kinds, severities]);
}

/** The proposed incident for a session and its selected entries, which the summary lists. */
export function proposal(session, entries) {
  const severity = worst(entries);
  const lines = entries.slice(0, MOST_LISTED).map(({ id, at, title }) => `${utc(at)}  ${title}  (${id})`);
  const left = entries.length - lines.length;
  if (left > 0) lines.push(`and ${plural(left, "more event")}`);
  return {
    title: `${session.agentName}: ${entries[0]?.title ?? "session to review"}`.slice(0, 200),
    severity: !severity || severity === "info" ? "medium" : severity,
    summary: lines.length ? ["Events of the session:", ...lines].join("\n") : "",
    sessionId: session.id,
    agentIds: [session.agentId],
  };
}
