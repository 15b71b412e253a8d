package io.svc.server.policies.dsl;

import java.util.Optional;

/**
 * A test within a policy.
 *
 * @param rule the id of the rule that has to decide, where that is said
 */
record PolicyTest(
    String name, Facts facts, Effect effect, Optional<String> rule, String path, Place place) {
  TestOutcome run(CompiledPolicy policy, DecisionBudget budget) {
    PolicyOutcome outcome = policy.evaluate(facts, budget);
    Optional<String> decided = outcome.deciding().map(RuleMatch::ruleId);
    boolean passed = outcome.effect() == effect && (rule.isEmpty() || rule.equals(decided));
    String expected = effect.label() + rule.map(id -> " by " + id).orElse("");
    String actual =
        rule.isEmpty() && passed
            ? outcome.effect().label()
            : outcome.effect().label() + decided.map(id -> " by " + id).orElse(" by default");
    boolean isBlind = outcome.deciding().filter(RuleMatch::isUnevaluable).isPresent();
    return new TestOutcome(
        name, passed, expected, isBlind ? actual + " (unevaluable)" : actual, place.line());
  }
}
