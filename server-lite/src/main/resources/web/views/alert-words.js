/** The triage statuses of an open alert, as the overview counts them. */
export const OPEN_ALERTS = "open,acknowledged";

/** The delivery statuses of an alert that a channel did not receive, as the overview counts them. */
export const UNDELIVERED = "failed,partially_delivered";

/** Threat types of alerts from the server. Alerts from scans use finding types. */
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

/** Delivery statuses. */
export const DELIVERIES = [
  [UNDELIVERED, "Not delivered to all channels"],
  ["failed", "Failed"],
  ["partially_delivered", "Partially delivered"],
  ["retrying", "Retrying"],
  ["pending", "Pending"],
  ["delivered", "Delivered"],
  ["no_route", "Not routed"],
  ["suppressed", "Suppressed"],
];

/** Delivery statuses as sentences. */
export const DELIVERY_MEANS = {
  no_route: "Not sent: no alert rule has an active channel.",
  suppressed: "Suppressed: grouped with an earlier alert, or the rule is muted.",
  pending: "Sending…",
  retrying: "Delivery failed on a channel and will be retried.",
  delivered: "Delivered to all channels.",
  partially_delivered: "Delivered to some channels. Check the failed attempts, then resend.",
  failed: "Not delivered to any channel. Check the attempts, then resend.",
};
