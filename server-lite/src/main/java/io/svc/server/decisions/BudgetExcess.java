package io.svc.server.decisions;

import io.svc.server.policies.dsl.CompiledPolicy;
import io.svc.server.policies.dsl.RuleMatch;
import java.util.Optional;

/**
 * A rule whose evaluation exceeded the budget of a decision.
 *
 * @param policyName the name that its author chose
 * @param isObserving whether the policy is in observe mode, so that the decision did not depend on
 *     it
 */
public record BudgetExcess(
    String policyId, String policyName, String ruleId, boolean isObserving, String decisionId) {
  /** Returns the first rule that exceeded the budget; later rules could not be evaluated either. */
  static Optional<BudgetExcess> of(PendingDecision decision) {
    for (Verdict.PolicyResult ruleMatch : decision.verdict().said()) {
      for (RuleMatch match : ruleMatch.outcome().matches()) {
        if (match.isOverBudget()) {
          return Optional.of(
              new BudgetExcess(
                  ruleMatch.member().policyId(),
                  ruleMatch.member().policy().map(CompiledPolicy::name).orElse(""),
                  match.ruleId(),
                  ruleMatch.member().isShadow(),
                  decision.decisionId()));
        }
      }
    }
    return Optional.empty();
  }
}
