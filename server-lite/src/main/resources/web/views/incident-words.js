/** The statuses of an open incident, as the overview counts them. */
export const OPEN_INCIDENTS = "open,investigating,contained";

/** The categories of incidents with their labels. */
export const CATEGORIES = [
  ["HIJACK", "Hijacked agent"],
  ["DATA_LEAK", "Data leak"],
  ["POLICY_BYPASS", "Policy bypass"],
  ["PRIVILEGE_ABUSE", "Privilege abuse"],
  ["SUPPLY_CHAIN", "Supply chain"],
  ["OTHER", "Other"],
];

/** Priorities with their acknowledgement targets. */
export const PRIORITIES = [
  ["p0", "P0, acknowledge within 15 minutes"],
  ["p1", "P1, acknowledge within 30 minutes"],
  ["p2", "P2, acknowledge within 4 hours"],
  ["p3", "P3, acknowledge within 24 hours"],
];

export const RESOLUTIONS = [
  ["fixed", "Fixed"],
  ["false_positive", "False positive"],
  ["accepted_risk", "Accepted risk"],
  ["duplicate", "Duplicate"],
];

/** Containment measures with their effects. */
export const HOLDS = [
  ["quarantine", "Quarantine", "Denies all actions, suspends the keys and revokes the claims of the agent."],
  ["suspend", "Suspend", "Denies all actions and suspends the keys of the agent. Claims remain valid."],
  ["deny_egress", "Deny outbound calls", "The agent continues to run, but its outbound calls are denied."],
  ["revoke_keys", "Revoke keys", "Revokes the keys permanently. A release does not restore them."],
];

/** Returns the label of a value in options of [value, label]. */
export const labelOf = (options, value, otherwise = value) => options.find(([v]) => v === value)?.[1] ?? otherwise;

/** The number and title of an incident. */
export const numbered = (incident) => `#${incident.number} ${incident.title}`;
