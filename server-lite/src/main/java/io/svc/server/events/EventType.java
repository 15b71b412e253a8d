package io.svc.server.events;

/** The types of events that this service creates. Their names are part of the interface. */
public enum EventType {
  ROLLOUT_TRANSITION("rollout.transition", Feed.ROLLOUT),
  ROLLOUT_FROZEN("rollout.frozen", Feed.ROLLOUT),
  ROLLOUT_UNFROZEN("rollout.unfrozen", Feed.ROLLOUT),
  ENFORCEMENT_DISABLED("enforcement.disabled", Feed.ROLLOUT),
  REPLAY_JOB_COMPLETED("replay.job_completed", Feed.ROLLOUT),
  REPLAY_VERDICT("replay.verdict", Feed.ROLLOUT),
  ATTESTATION_ISSUED("attestation.issued", Feed.ATTESTATION),
  ATTESTATION_VERIFIED("attestation.verified", Feed.ATTESTATION),
  ATTESTATION_REVOKED("attestation.revoked", Feed.ATTESTATION),
  EXECUTION_ROUTING_DECISION("execution.routing_decision", Feed.EXECUTION),
  EGRESS_DECISION("egress.decision", Feed.EXECUTION),
  PEER_CALL_ALLOWED("agent.peer_call_allowed", Feed.EXECUTION),
  PEER_CALL_DENIED("agent.peer_call_denied", Feed.EXECUTION),
  APPROVAL_REQUESTED("approval.requested", Feed.EXECUTION),
  APPROVAL_RESOLVED("approval.resolved", Feed.EXECUTION),
  THREAT_DETECTION("ThreatDetectionEvent", Feed.DETECTION),
  TOOL_CALL("ToolCallEvent", Feed.EXECUTION),
  WORKFLOW_RUN("WorkflowRunEvent", Feed.TELEMETRY),
  CONTROL_PLANE_CHANGE("ControlPlaneChangeEvent", Feed.TELEMETRY),
  /** An event with a custom type in its payload. */
  TELEMETRY("telemetry.event", Feed.TELEMETRY);

  private final String label;
  private final Feed feed;

  EventType(String label, Feed feed) {
    this.label = label;
    this.feed = feed;
  }

  /** Returns the feed that contains the type. */
  public Feed feed() {
    return feed;
  }

  /** Returns the type as text, such as {@code rollout.transition}. */
  @Override
  public String toString() {
    return label;
  }
}
