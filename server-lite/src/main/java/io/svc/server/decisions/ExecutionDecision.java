package io.svc.server.decisions;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A decision as shown in lists.
 *
 * @param decision the effect
 * @param wouldDecide the effect if every policy were enforced
 */
public record ExecutionDecision(
    String id,
    String agentId,
    String sessionId,
    String decision,
    String wouldDecide,
    String routingMode,
    String outcome,
    String reason,
    String reasonCode,
    String severity,
    Optional<String> profileName,
    String requestedMode,
    List<String> availableModes,
    boolean failClosed,
    Action action,
    Optional<String> policyId,
    Optional<String> ruleId,
    Instant decidedAt,
    double latencyMs,
    Optional<String> traceId) {

  /** The action of the decision. */
  public record Action(String type, Optional<String> tool, Optional<String> server) {}
}
