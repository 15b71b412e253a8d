package io.svc.server.events;

/** The kinds of events that this service makes itself. Their names are part of the interface. */
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
  /** Something else that was told, under its own name within. */
  TELEMETRY("telemetry.event", Feed.TELEMETRY);

  private final String label;
  private final Feed feed;

  EventType(String label, Feed feed) {
    this.label = label;
    this.feed = feed;
  }

  /** Where it can be pulled. */
  public Feed feed() {
    return feed;
  }

  /** The type as it is written, such as {@code rollout.transition}. */
  @Override
  public String toString() {
    return label;
  }
}
