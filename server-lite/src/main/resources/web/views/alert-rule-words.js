import { duration } from "../formats/dates.js";
import { words } from "../formats/words.js";

/** Fields that alerts can be grouped by. */
export const GROUPS = [
  ["agent_id", "Agent"],
  ["threat_type", "Threat"],
  ["session_id", "Session"],
  ["source", "Source"],
  ["environment", "Environment"],
  ["rule", "Policy rule"],
  ["destination", "Destination"],
  ["fingerprint", "Exact alert"],
];

/** Event types that a rule can match. */
export const EVENTS = [
  ["ThreatDetectionEvent", "Any alert"],
  ["execution.routing_decision", "Decision"],
  ["egress.decision", "Outbound call"],
  ["agent.peer_call_denied", "Denied call between agents"],
];

export const DAYS = [
  ["mon", "Mon"],
  ["tue", "Tue"],
  ["wed", "Wed"],
  ["thu", "Thu"],
  ["fri", "Fri"],
  ["sat", "Sat"],
  ["sun", "Sun"],
];

/** "a", "a or b", "a, b or c". */
export function joined(list, word) {
  return list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")} ${word} ${list.at(-1)}`;
}

const label = (options, value) => options.find(([v]) => v === value)?.[1] ?? value;
const small = (list) => list.map((text) => words(text).toLowerCase());

function when(conditions, names) {
  const { min_severity: least } = conditions;
  const parts = [
    least && (least === "critical" ? "severity is critical" : `severity is ${least} or above`),
    conditions.threat_types.length && `the threat is ${joined(small(conditions.threat_types), "or")}`,
    conditions.agent_ids.length &&
      `the agent is ${joined(conditions.agent_ids.map((id) => names.agents.get(id) ?? id), "or")}`,
    conditions.agent_tags.length && `the agent is tagged ${joined(conditions.agent_tags, "or")}`,
    conditions.environments.length && `the environment is ${joined(conditions.environments, "or")}`,
    conditions.event_types.length &&
      `the event is ${joined(conditions.event_types.map((type) => label(EVENTS, type).toLowerCase()), "or")}`,
    conditions.filter && "the filter matches",
  ].filter(Boolean);
  return parts.length ? "When " + joined(parts, "and") : "When no condition is set yet";
}

function notified(actions, names) {
  if (actions.some((action) => !action.integration_id)) return "notify all enabled channels";
  if (!actions.length) return "notify no channels";
  return "notify " + joined(actions.map((a) => names.channels.get(a.integration_id) ?? a.integration_id), "and");
}

/**
 * Describes a rule in a sentence.
 *
 * @param names agents and channels, each a Map of names by ID
 */
export function sentence(rule, names) {
  const then = notified(rule.actions, names) + (rule.create_incident ? " and create an incident" : "");
  return `${when(rule.conditions, names)}, then ${then}.`;
}

/** Describes the frequency and mute windows of a rule in sentences. */
export function frequency(rule) {
  const parts = [];
  if (rule.dedupe_window_seconds > 0) {
    const each = joined(rule.group_by.map((field) => label(GROUPS, field).toLowerCase()), "and");
    const span = duration(rule.dedupe_window_seconds * 1000);
    parts.push(`At most one notification per ${span}${each && ` for the same ${each}`}, unless the severity increases.`);
  }
  if (rule.repeat_after_seconds > 0) {
    parts.push(`Resent after ${duration(rule.repeat_after_seconds * 1000)} if an open alert recurs.`);
  }
  for (const mute of rule.mute) {
    const days = mute.days.length === 7 ? "every day" : joined(mute.days.map((day) => label(DAYS, day)), "and");
    parts.push(`Muted ${days || "on no day"} from ${mute.from} to ${mute.to}, ${mute.timezone}.`);
  }
  return parts;
}

/** The default values of a new rule. */
export const FRESH = {
  name: "",
  description: "",
  enabled: true,
  conditions: {
    min_severity: "high",
    threat_types: [],
    agent_ids: [],
    agent_tags: [],
    environments: [],
    event_types: [],
    filter: null,
  },
  actions: [{ integration_id: null, type: "all", template: null }],
  group_by: ["agent_id", "threat_type"],
  dedupe_window_seconds: 900,
  repeat_after_seconds: 14400,
  mute: [],
  create_incident: false,
};
