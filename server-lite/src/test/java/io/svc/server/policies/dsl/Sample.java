package io.svc.server.policies.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;

/** Policies and facts that tests begin with. */
final class Sample {
  /** A Wednesday. */
  static final Instant NOW = Instant.parse("2026-01-07T10:00:00Z");

  static final PolicyDsl DSL = new PolicyDsl();

  private static final String HEAD = "version: 1\nmetadata: {name: sample}\n";

  private Sample() {}

  static FactsBuilder call() {
    return Facts.of("tool_call", NOW);
  }

  /** A policy of these rules, which begin in line 4, each without indentation. */
  static String policy(String rules) {
    return HEAD + "rules:\n" + rules;
  }

  static String policy(String defaults, String rules) {
    return HEAD + "defaults: " + defaults + "\nrules:\n" + rules;
  }

  static CompiledPolicy compiled(String yaml) {
    PolicyCheckResult checked = DSL.check(yaml);
    assertThat(checked.errors()).isEmpty();
    return checked.compiled().orElseThrow();
  }

  /** What a policy of these rules says. */
  static PolicyOutcome outcome(String rules, FactsBuilder facts) {
    return compiled(policy(rules)).evaluate(facts.build());
  }

  /** Whether a rule with this match, in flow style, matches. */
  static boolean matches(String match, FactsBuilder facts) {
    return !outcome("- {id: it, effect: deny, match: " + match + "}", facts).isDefault();
  }

  /** Whether a rule with this condition matches; a condition that fails is a failure. */
  static boolean holds(String time, FactsBuilder facts) {
    PolicyOutcome outcome = outcome("- id: it\n  effect: deny\n  when: |\n    " + time, facts);
    assertThat(outcome.matches()).noneMatch(RuleMatch::isUnevaluable);
    return !outcome.isDefault();
  }

  /** The one error of a policy. */
  static PolicyProblem error(String yaml) {
    PolicyCheckResult checked = DSL.check(yaml);
    assertThat(checked.errors()).hasSize(1);
    assertThat(checked.compiled()).isEmpty();
    return checked.errors().get(0);
  }
}
