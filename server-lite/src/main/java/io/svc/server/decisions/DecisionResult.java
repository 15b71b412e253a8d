package io.svc.server.decisions;

import io.svc.server.policies.dsl.Effect;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A recorded decision.
 *
 * @param decisionId empty for an unknown agent that is not registered
 * @param allowed whether the action is allowed now
 * @param policyId identifier of the policy that decided; empty when none did
 * @param ruleId identifier of its rule; empty when no rule decided
 * @param arguments the arguments to use: redacted, or otherwise unchanged
 * @param approvalId identifier of the approval that the action waits for
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
      RedactedArguments redacted,
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
        redacted.fields(),
        redacted.arguments(),
        approvalId);
  }
}
