package io.svc.server.decisions;

import io.svc.rules.Severity;
import io.svc.server.events.EventType;
import io.svc.server.policies.dsl.Effect;
import java.util.Optional;

/**
 * A denial of a dangerous action, as recorded. Its texts are masked.
 *
 * @param policyId identifier of the policy that denied; empty if none did
 * @param ruleId identifier of its rule; empty if none did
 * @param host host of the destination; empty if there is none
 * @param event the type of the feed event
 */
public record DangerousDenial(
    String decisionId,
    String agentId,
    String sessionId,
    Severity severity,
    ReasonCode code,
    String reason,
    String policyId,
    String ruleId,
    String action,
    String server,
    String tool,
    String host,
    EventType event) {
  /** Returns a decision as a denial; empty when it allows the action or the risk is low. */
  static Optional<DangerousDenial> of(PendingDecision decision, String sessionId) {
    Verdict verdict = decision.verdict();
    boolean isPeoplesWord = decision.approvalId().isPresent() && decision.approval().isPresent();
    if (verdict.effect() != Effect.DENY
        || !verdict.severity().isAtLeast(Severity.HIGH)
        || isPeoplesWord) {
      return Optional.empty();
    }
    MaskedRequest masked = decision.masked();
    return Optional.of(
        new DangerousDenial(
            decision.decisionId(),
            decision.agent().id(),
            sessionId,
            verdict.severity(),
            verdict.code(),
            verdict.reason(),
            verdict.policyId(),
            verdict.ruleId(),
            masked.action(),
            masked.server(),
            masked.tool(),
            masked.host(),
            event(decision)));
  }

  private static EventType event(PendingDecision decision) {
    if (decision.request().action().type().equalsIgnoreCase("http_request")) {
      return EventType.EGRESS_DECISION;
    }
    return decision.request().action().peer().isEmpty()
        ? EventType.EXECUTION_ROUTING_DECISION
        : EventType.PEER_CALL_DENIED;
  }
}
