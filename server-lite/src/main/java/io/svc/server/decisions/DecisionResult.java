package io.svc.server.decisions;

import io.svc.server.policies.dsl.Effect;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was decided on an action, and is on record.
 *
 * @param decisionId empty for an agent that nobody knows and the tenant does not take in
 * @param allowed whether the action may go on now
 * @param policyId of the policy that decided; empty when none did
 * @param ruleId of its rule; empty when its default or nothing decided
 * @param arguments to go on with; those that came, where nothing was taken out of them
 * @param approvalId what the action waits for
 */
public record DecisionResult(
    Optional<String> decisionId,
    Effect effect,
    boolean allowed,
    String reason,
    String reasonCode,
    String policyId,
    String ruleId,
    Optional<String> agentId,
    Optional<String> sessionId,
    List<RedactedField> redactions,
    Map<String, Object> arguments,
    Optional<String> approvalId) {
  public DecisionResult {
    redactions = List.copyOf(redactions);
  }

  static DecisionResult of(
      Verdict verdict,
      Redacted redacted,
      Optional<String> decisionId,
      Optional<String> agentId,
      Optional<String> sessionId,
      Optional<String> approvalId) {
    return new DecisionResult(
        decisionId,
        verdict.effect(),
        verdict.isAllowed(),
        verdict.reason(),
        verdict.code().toString(),
        verdict.policyId(),
        verdict.ruleId(),
        agentId,
        sessionId,
        redacted.taken(),
        redacted.arguments(),
        approvalId);
  }
}
