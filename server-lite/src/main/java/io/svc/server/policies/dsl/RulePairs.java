package io.svc.server.policies.dsl;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares the rules of a policy with each other. Its results apply to all possible facts. */
final class RulePairs {
  private final List<PolicyRule> rules;
  private final OnError onError;
  private final Map<PolicyRule, String> forms = new HashMap<>();

  /**
   * Limits the comparisons, which can take very long for some policies; beyond it, they are
   * skipped.
   */
  private long effort = 20_000_000;

  RulePairs(List<PolicyRule> rules, OnError onError) {
    this.rules = rules;
    this.onError = onError;
    rules.forEach(rule -> forms.put(rule, rule.match().normal().toString()));
  }

  /**
   * Returns the first rule that hides this one, so that it never decides and never adds anything.
   */
  Optional<PolicyRule> hidingRule(PolicyRule rule) {
    return rules.stream()
        .filter(other -> isHiddenBy(rule, other) && !contradict(rule, other))
        .findFirst();
  }

  /** Returns the first earlier rule with another effect for the same calls. */
  Optional<PolicyRule> contradicting(PolicyRule rule) {
    return rules.stream()
        .filter(other -> other.index() < rule.index() && contradict(rule, other))
        .findFirst();
  }

  /** Returns whether a rule never has an effect, because another always takes precedence. */
  private boolean isHiddenBy(PolicyRule rule, PolicyRule other) {
    return other != rule
        && other.condition().isEmpty()
        && (!rule.isAdditive() || other.effect() == Effect.DENY)
        && outranks(rule, other)
        && isWithinBudget(rule, other)
        && other.match().covers(rule.match());
  }

  private boolean isWithinBudget(PolicyRule rule, PolicyRule other) {
    effort -= rule.match().weight() * other.match().weight();
    return effort > 0;
  }

  /** Returns whether the other decides whenever both match. */
  private boolean outranks(PolicyRule rule, PolicyRule other) {
    if (other.priority() != rule.priority()) {
      return other.priority() > rule.priority() && addsNothingOnError(rule, other);
    }
    boolean isFirst = other.index() < rule.index();
    if (rule.condition().isPresent()) {
      // An error of the rule would be a deny.
      return other.effect() == Effect.DENY && isFirst;
    }
    return other.effect().isStricterThan(rule.effect())
        || (other.effect() == rule.effect() && isFirst);
  }

  /**
   * With {@code on_error: warn} a failing condition adds a warning to every effect except for deny.
   */
  private boolean addsNothingOnError(PolicyRule rule, PolicyRule other) {
    return rule.condition().isEmpty() || other.effect() == Effect.DENY || onError == OnError.DENY;
  }

  private boolean contradict(PolicyRule one, PolicyRule other) {
    return one != other
        && one.priority() == other.priority()
        && one.effect() != other.effect()
        && decides(one)
        && decides(other)
        && source(one).equals(source(other))
        && requireNonNull(forms.get(one)).equals(forms.get(other));
  }

  private static Optional<String> source(PolicyRule rule) {
    return rule.condition().map(Condition::source);
  }

  /** Returns whether the rule decides, and does not only add obligations. */
  private static boolean decides(PolicyRule rule) {
    return rule.effect() != Effect.WARN && rule.effect() != Effect.REDACT;
  }
}
