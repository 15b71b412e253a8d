package io.svc.server.decisions;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The event payloads of decisions. */
final class EventPayloads {
  private EventPayloads() {}

  /**
   * {@code execution.routing_decision}.
   *
   * @param profileName empty when no egress profile applies
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record RoutingDecision(
      String decisionId,
      String routingMode,
      String outcome,
      String reason,
      String profileName,
      String requestedMode,
      List<String> availableModes,
      boolean failClosed,
      Optional<String> policyId,
      Optional<String> ruleId) {}

  /** {@code egress.decision}. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record EgressDecision(
      String decisionId,
      String host,
      String method,
      String decision,
      String reason,
      Optional<String> policyId,
      Optional<String> ruleId,
      Optional<String> approvalId,
      Optional<String> credentialRef) {}

  /** {@code agent.peer_call_allowed} and {@code agent.peer_call_denied}. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record PeerCall(
      String decisionId,
      String callerAgentId,
      String calleeAgentId,
      String operation,
      String reason,
      Optional<String> policyId) {}

  /** {@code approval.requested}. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record ApprovalRequested(
      String approvalId,
      String decisionId,
      String actionDigest,
      String reason,
      Optional<String> policyId,
      Optional<String> ruleId,
      Optional<String> group,
      List<String> channels,
      Instant expiresAt) {}
}
