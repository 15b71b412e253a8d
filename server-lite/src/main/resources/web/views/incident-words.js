/** The categories of incidents with their labels. */
export const CATEGORIES = [
  ["HIJACK", "Hijacked agent"],
  ["DATA_LEAK", "Data leak"],
  ["POLICY_BYPASS", "Policy bypass"],
  ["PRIVILEGE_ABUSE", "Privilege abuse"],
  ["SUPPLY_CHAIN", "Supply chain"],
  ["OTHER", "Other"],
];

/** Priorities with what they stand for. */
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

/** What holds an agent back, and what each does. */
export const HOLDS = [
  ["quarantine", "Quarantine", "Denies everything it asks, suspends its keys and revokes its claims."],
  ["suspend", "Suspend", "Denies everything it asks and suspends its keys. Claims stay."],
  ["deny_egress", "Deny what goes out", "It may go on, but reaches nothing outside."],
  ["revoke_keys", "Revoke keys", "Its keys end for good. A release does not bring them back."],
];

/** The label of a value among options of [value, label]. */
export const labelOf = (options, value) => options.find(([v]) => v === value)?.[1] ?? value;

/** How an incident is called among others. */
export const numbered = (incident) => `#${incident.number} ${incident.title}`;
