package io.svc.server.policies.dsl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Combines the matching rules of a call into one outcome. The highest priority decides, then the
 * stricter effect, then the first rule. Warnings, redactions and routes of all rules are added to
 * every outcome except for a deny, so that no rule can remove them; an outcome with a redaction or
 * a warning is at least {@code redact} or {@code warn}.
 */
record OutcomeResolver(Effect defaultEffect, OnError onError) {
  /**
   * Returns the outcome; all rules that may match must be included, in the order of the document.
   */
  PolicyOutcome of(Iterable<PolicyRule> rules, EvaluationFacts subject) {
    List<MatchedRule> spoken = new ArrayList<>();
    for (PolicyRule rule : rules) {
      rule.speak(subject, onError).ifPresent(match -> spoken.add(new MatchedRule(rule, match)));
    }
    if (spoken.isEmpty()) {
      return new PolicyOutcome(
          defaultEffect,
          Optional.empty(),
          List.of(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          true);
    }
    return decide(spoken);
  }

  private static PolicyOutcome decide(List<MatchedRule> spoken) {
    MatchedRule deciding = decidingOf(spoken);
    List<RedactionObligation> redactions = new ArrayList<>();
    Optional<ExecutionRoute> route = Optional.empty();
    if (deciding.effect() != Effect.DENY) {
      for (MatchedRule candidate : spoken) {
        if (!candidate.match.isUnevaluable()) {
          Obligations obligations = candidate.rule.obligations();
          obligations
              .redaction()
              .filter(item -> !redactions.contains(item))
              .ifPresent(redactions::add);
          if (obligations.route().isPresent()) {
            ExecutionRoute other = obligations.route().get();
            route =
                Optional.of(
                    route.map(current -> ExecutionRoute.stricter(current, other)).orElse(other));
          }
        }
      }
    }
    return new PolicyOutcome(
        deciding.effect(),
        Optional.of(deciding.match),
        spoken.stream().map(MatchedRule::match).toList(),
        redactions,
        deciding.effect() == Effect.REQUIRE_APPROVAL
            ? deciding.rule.obligations().approval()
            : Optional.empty(),
        route,
        false);
  }

  /**
   * Selects by priority, then raises the effect to the level of the added obligations, if stricter.
   */
  private static MatchedRule decidingOf(List<MatchedRule> spoken) {
    MatchedRule first = first(spoken);
    Effect strictest = first.effect();
    for (MatchedRule candidate : spoken) {
      Effect effect = candidate.effect();
      boolean isAdded = effect == Effect.WARN || effect == Effect.REDACT;
      strictest = isAdded ? Effect.stricter(strictest, effect) : strictest;
    }
    if (strictest == first.effect()) {
      return first;
    }
    Effect added = strictest;
    return first(spoken.stream().filter(candidate -> candidate.effect() == added).toList());
  }

  /** Returns the most significant one; the first of equal ones. */
  private static MatchedRule first(List<MatchedRule> spoken) {
    MatchedRule best = spoken.get(0);
    for (MatchedRule candidate : spoken) {
      if (candidate.outranks(best)) {
        best = candidate;
      }
    }
    return best;
  }

  private record MatchedRule(PolicyRule rule, RuleMatch match) {
    Effect effect() {
      return match.effect();
    }

    boolean outranks(MatchedRule other) {
      return rule.priority() != other.rule.priority()
          ? rule.priority() > other.rule.priority()
          : effect().isStricterThan(other.effect());
    }
  }
}
