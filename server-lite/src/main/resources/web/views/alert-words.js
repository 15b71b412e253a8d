/** What the server itself raises alerts of; scans name their findings besides. */
export const THREATS = [
  "policy_violation",
  "condition_over_budget",
  "blocked_agent_activity",
  "isolation_unavailable",
  "approval_requested",
  "integration_failure",
  "prompt_injection",
  "exfiltration",
  "destructive_action",
  "secret_exposure",
  "pii_exposure",
  "unusual_destination",
  "burst",
  "off_hours",
  "mcp_findings",
  "hardcoded_secret",
  "baseline_drift",
  "suspicious_path",
];

/** What became of telling people. */
export const DELIVERIES = [
  ["failed", "Failed"],
  ["partially_delivered", "Partially delivered"],
  ["retrying", "Retrying"],
  ["pending", "Pending"],
  ["delivered", "Delivered"],
  ["no_route", "No route"],
  ["suppressed", "Suppressed"],
];

/** The same, in a sentence. */
export const DELIVERY_MEANS = {
  no_route: "Not sent: no alert rule has an active channel.",
  suppressed: "A rule held it back: too soon after another one, or muted.",
  pending: "Sending…",
  retrying: "A channel did not take it yet. It is tried again.",
  delivered: "Every channel took it.",
  partially_delivered: "Some channels took it, others did not.",
  failed: "No channel took it. Look at the attempts, then tell again.",
};
