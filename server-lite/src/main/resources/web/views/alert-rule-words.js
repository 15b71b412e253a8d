import { duration } from "../formats/dates.js";
import { words } from "../formats/words.js";

/** What alerts can have in common, of which one is told within a time. */
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

/** Events that an alert can come with. */
export const EVENTS = [
  ["ThreatDetectionEvent", "Any alert"],
  ["execution.routing_decision", "Routing decision"],
  ["egress.decision", "Outgoing call"],
  ["agent.peer_call_denied", "Call between agents refused"],
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
      `it comes with ${joined(conditions.event_types.map((type) => label(EVENTS, type).toLowerCase()), "or")}`,
    conditions.filter && "the filter holds",
  ].filter(Boolean);
  return parts.length ? "When " + joined(parts, "and") : "When nothing is asked for yet";
}

function told(actions, names) {
  if (actions.some((action) => !action.integration_id)) return "notify every enabled channel";
  if (!actions.length) return "notify no channel";
  return "tell " + joined(actions.map((a) => names.channels.get(a.integration_id) ?? a.integration_id), "and");
}

/**
 * A rule as people would say it.
 *
 * @param names agents and channels, each a Map of names by ID
 */
export function sentence(rule, names) {
  const then = told(rule.actions, names) + (rule.create_incident ? " and open an incident" : "");
  return `${when(rule.conditions, names)}, then ${then}.`;
}

/** How often a rule tells, and when it is silent, in sentences. */
export function rhythm(rule) {
  const parts = [];
  if (rule.dedupe_window_seconds > 0) {
    const each = joined(rule.group_by.map((field) => label(GROUPS, field).toLowerCase()), "and");
    const span = duration(rule.dedupe_window_seconds * 1000);
    parts.push(`At most one message in ${span}${each && ` for the same ${each}`}, unless a worse one comes.`);
  }
  if (rule.repeat_after_seconds > 0) {
    parts.push(`Resent every ${duration(rule.repeat_after_seconds * 1000)} until acknowledged.`);
  }
  for (const mute of rule.mute) {
    const days = mute.days.length === 7 ? "every day" : joined(mute.days.map((day) => label(DAYS, day)), "and");
    parts.push(`Silent ${days || "on no day"} from ${mute.from} to ${mute.to}, ${mute.timezone}.`);
  }
  return parts;
}

/** What a new rule begins with. */
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
