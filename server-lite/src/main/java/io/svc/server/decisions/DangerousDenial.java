package io.svc.server.decisions;

import io.svc.rules.Severity;
import io.svc.server.events.EventType;
import io.svc.server.policies.dsl.Effect;
import java.util.Optional;

/**
 * A decision that refuses something dangerous, as it is put on record. Its texts are masked.
 *
 * @param policyId of the policy that refused; empty when none did
 * @param ruleId of its rule; empty when none did
 * @param host of the destination; empty when there is none
 * @param event what the feed tells of it
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
  /** A decision as a refusal; empty when it lets the action through, or little depends on it. */
  static Optional<DangerousDenial> of(PendingDecision made, String sessionId) {
    Verdict verdict = made.verdict();
    boolean isPeoplesWord = made.approvalId().isPresent() && made.approval().isPresent();
    if (verdict.effect() != Effect.DENY
        || !verdict.severity().isAtLeast(Severity.HIGH)
        || isPeoplesWord) {
      return Optional.empty();
    }
    MaskedRequest masked = made.masked();
    return Optional.of(
        new DangerousDenial(
            made.decisionId(),
            made.agent().id(),
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
            event(made)));
  }

  private static EventType event(PendingDecision made) {
    if (made.request().action().type().equalsIgnoreCase("http_request")) {
      return EventType.EGRESS_DECISION;
    }
    return made.request().action().peer().isEmpty()
        ? EventType.EXECUTION_ROUTING_DECISION
        : EventType.PEER_CALL_DENIED;
  }
}
