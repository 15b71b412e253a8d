package io.svc.server.policies.dsl;

import static io.svc.server.policies.dsl.Sample.call;
import static io.svc.server.policies.dsl.Sample.compiled;
import static io.svc.server.policies.dsl.Sample.outcome;
import static io.svc.server.policies.dsl.Sample.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.Severity;
import io.svc.server.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutcomeResolverTest {
  private static String decided(PolicyOutcome outcome) {
    return outcome.effect() + " by " + outcome.deciding().map(RuleMatch::ruleId).orElse("default");
  }

  @Test
  void effects_grow_stricter_from_allow_to_deny() {
    assertThat(Effect.values())
        .extracting(Effect::label)
        .containsExactly("allow", "warn", "redact", "require_approval", "deny");
    assertThat(Effect.stricter(Effect.WARN, Effect.REDACT)).isEqualTo(Effect.REDACT);
    assertThat(Effect.ofLabel("DENY")).isEmpty();
  }

  @Test
  void the_highest_priority_decides() {
    PolicyOutcome outcome =
        outcome(
            """
            - {id: low, effect: deny, priority: -100}
            - {id: high, effect: allow, priority: 5}
            - {id: middle, effect: require_approval}
            """,
            call());

    assertThat(decided(outcome)).isEqualTo("allow by high");
    assertThat(outcome.matches())
        .extracting(RuleMatch::ruleId)
        .containsExactly("low", "high", "middle");
    assertThat(outcome.approval()).isEmpty();
    assertThat(outcome.isDefault()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "allow, deny, deny by second",
    "deny, allow, deny by first",
    "require_approval, redact, require_approval by first",
    "warn, allow, warn by first",
    "deny, deny, deny by first"
  })
  void of_equal_priorities_the_stricter_decides_and_of_equal_effects_the_first(
      String first, String second, String expected) {
    String rules = "- {id: first, effect: %s}\n- {id: second, effect: %s}\n";

    assertThat(decided(outcome(rules.formatted(first, second), call()))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"allow, ALLOW", "deny, DENY"})
  void without_a_match_the_default_applies(String written, Effect effect) {
    PolicyOutcome outcome =
        compiled(policy("{effect: " + written + "}", "- {id: a, effect: warn, match: {tool: x}}"))
            .evaluate(call().build());

    assertThat(outcome)
        .isEqualTo(
            new PolicyOutcome(
                effect,
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                true));
  }

  @Test
  void a_disabled_rule_has_no_effect() {
    assertThat(outcome("- {id: a, effect: deny, disabled: true}", call()).isDefault()).isTrue();
  }

  @Test
  void redactions_routes_and_warnings_of_all_matching_rules_are_collected() {
    PolicyOutcome outcome =
        outcome(
            """
            - {id: ask, effect: require_approval, priority: 10, approval: {group: leads}}
            - {id: mask, effect: redact, redact: {entities: [IBAN_CODE], operator: mask}}
            - {id: same, effect: redact, redact: {entities: [IBAN_CODE], operator: mask}}
            - {id: rest, effect: redact, redact: {entities: [JWT, API_KEY]}}
            - {id: careful, effect: warn, reason: Look twice., route: {mode: process}}
            - {id: box, effect: allow, route: {mode: container, profile: p, fail_closed: false}}
            """,
            call());

    assertThat(decided(outcome)).isEqualTo("require_approval by ask");
    assertThat(outcome.approval())
        .contains(new ApprovalObligation(Optional.of("leads"), 900, 1, List.of()));
    assertThat(outcome.redactions())
        .containsExactly(
            new RedactionObligation(List.of("IBAN_CODE"), RedactionObligation.Operator.MASK),
            new RedactionObligation(
                List.of("API_KEY", "JWT"), RedactionObligation.Operator.REPLACE));
    assertThat(outcome.route())
        .contains(new ExecutionRoute(ExecutionRoute.Mode.CONTAINER, Optional.of("p"), false));
    assertThat(outcome.warnings()).containsExactly("Look twice.");
  }

  @Test
  void a_deny_has_no_obligations() {
    PolicyOutcome outcome =
        outcome(
            """
            - {id: no, effect: deny}
            - {id: mask, effect: redact}
            - {id: box, effect: warn, route: {mode: microvm}}
            """,
            call());

    assertThat(decided(outcome)).isEqualTo("deny by no");
    assertThat(outcome.redactions()).isEmpty();
    assertThat(outcome.route()).isEmpty();
    assertThat(outcome.warnings()).isEmpty();
    assertThat(outcome.matches()).hasSize(3);
  }

  @Test
  void what_is_added_cannot_be_outranked_by_an_allow() {
    PolicyOutcome redacted =
        outcome("- {id: ok, effect: allow, priority: 9}\n- {id: mask, effect: redact}", call());
    PolicyOutcome warned =
        outcome("- {id: ok, effect: allow, priority: 9}\n- {id: hm, effect: warn}", call());

    assertThat(decided(redacted)).isEqualTo("redact by mask");
    assertThat(redacted.redactions())
        .containsExactly(new RedactionObligation(List.of(), RedactionObligation.Operator.REPLACE));
    assertThat(decided(warned)).isEqualTo("warn by hm");
  }

  @Test
  void what_gates_is_outranked_by_priority() {
    assertThat(
            decided(
                outcome("- {id: ok, effect: warn, priority: 9}\n- {id: no, effect: deny}", call())))
        .isEqualTo("warn by ok");
  }

  @Test
  void the_most_isolated_route_applies_and_of_equals_the_one_that_fails_closed() {
    PolicyOutcome outcome =
        outcome(
            """
            - {id: a, effect: allow, route: {mode: container, profile: a, fail_closed: false}}
            - {id: b, effect: allow, route: {mode: container, profile: b}}
            - {id: c, effect: allow, route: {mode: inline}}
            """,
            call());

    assertThat(outcome.route())
        .contains(new ExecutionRoute(ExecutionRoute.Mode.CONTAINER, Optional.of("b"), true));
  }

  @Test
  void a_rule_has_a_default_severity_and_reason() {
    PolicyOutcome written =
        outcome("- {id: a, effect: deny, severity: critical, reason: Never.}", call());
    PolicyOutcome silent = outcome("- {id: a, effect: deny}\n- {id: b, effect: allow}", call());

    assertThat(written.deciding())
        .contains(new RuleMatch("a", Effect.DENY, Severity.CRITICAL, "Never.", false, false));
    assertThat(silent.matches())
        .containsExactly(
            new RuleMatch("a", Effect.DENY, Severity.MEDIUM, "Rule a denies this.", false, false),
            new RuleMatch("b", Effect.ALLOW, Severity.INFO, "Rule b allows this.", false, false));
  }

  @Test
  void a_condition_that_cannot_be_evaluated_denies_in_the_name_of_its_rule() {
    PolicyOutcome outcome =
        outcome("- {id: a, effect: allow, severity: low, when: args.x > 1}", call());

    assertThat(outcome.deciding())
        .contains(
            new RuleMatch(
                "a",
                Effect.DENY,
                Severity.LOW,
                "A condition of this policy could not be evaluated for this call.",
                true,
                false));
  }

  @Test
  void or_warns_where_the_policy_says_so() {
    PolicyOutcome outcome =
        compiled(
                policy(
                    "{on_error: warn}",
                    "- {id: a, effect: require_approval, when: args.x > 1}\n"
                        + "- {id: b, effect: redact, when: args.y}"))
            .evaluate(call().args(Map.of("y", "text")).build());

    assertThat(decided(outcome)).isEqualTo("warn by a");
    assertThat(outcome.matches()).allMatch(RuleMatch::isUnevaluable);
    assertThat(outcome.redactions()).isEmpty();
    assertThat(outcome.approval()).isEmpty();
  }

  @Test
  void a_condition_is_only_looked_at_where_the_rule_applies() {
    assertThat(
            outcome("- {id: a, effect: deny, match: {tool: x}, when: args.x > 1}", call()).effect())
        .isEqualTo(Effect.ALLOW);
  }

  @Test
  void the_same_effect_and_obligations_are_the_same_whichever_rules_they_are_of() {
    PolicyOutcome first =
        outcome("- {id: a, effect: redact, redact: {entities: [JWT, API_KEY]}}", call());
    PolicyOutcome other =
        outcome(
            """
            - {id: x, effect: redact, redact: {entities: [API_KEY]}}
            - {id: y, effect: redact, severity: high, redact: {entities: [JWT]}}
            """,
            call());
    PolicyOutcome different =
        outcome("- {id: a, effect: redact, redact: {entities: [JWT]}}", call());

    assertThat(first.sameAs(other)).isTrue();
    assertThat(first.sameAs(different)).isFalse();
    assertThat(
            outcome("- {id: a, effect: warn, reason: A.}", call())
                .sameAs(outcome("- {id: a, effect: warn, reason: B.}", call())))
        .isFalse();
    assertThat(
            outcome("- {id: a, effect: require_approval}", call())
                .sameAs(
                    outcome("- {id: a, effect: require_approval, approval: {group: g}}", call())))
        .isFalse();
  }

  @Test
  void an_outcome_survives_being_written_and_read() {
    PolicyOutcome outcome =
        outcome(
            """
            - {id: ask, effect: require_approval, approval: {group: g, channels: [email]}}
            - {id: mask, effect: redact, redact: {entities: [JWT], operator: hash}}
            - {id: box, effect: warn, route: {mode: remote_sandbox, profile: p}}
            - {id: bad, effect: allow, priority: -1, when: args.x}
            """,
            call());
    PolicyOutcome nothing = outcome("- {id: a, effect: deny, match: {tool: x}}", call());

    assertThat(PolicyOutcome.fromJson(Json.readStored(Json.text(outcome.toJson()))))
        .isEqualTo(outcome);
    assertThat(PolicyOutcome.fromJson(Json.readStored(Json.text(nothing.toJson()))))
        .isEqualTo(nothing);
  }

  @Test
  @Timeout(30)
  void a_match_that_costs_too_much_denies_even_where_conditions_only_warn() {
    StringBuilder rules = new StringBuilder("defaults: {effect: allow, on_error: warn}\nrules:\n");
    String glob = "*" + "a".repeat(200) + "b";
    for (int i = 0; i < 300; i++) {
      rules.append("- {id: r").append(i).append(", effect: warn, match: {path: '").append(glob);
      rules.append("'}}\n");
    }
    CompiledPolicy policy = Sample.compiled("version: 1\nmetadata: {name: sample}\n" + rules);
    Facts facts = call().destination("https://a.example/" + "a".repeat(8_000)).build();

    PolicyOutcome outcome = policy.evaluate(facts);

    assertThat(outcome.effect()).isEqualTo(Effect.DENY);
    assertThat(outcome.matches()).isNotEmpty().allMatch(RuleMatch::isOverBudget);
    assertThat(policy.evaluate(facts)).isEqualTo(outcome);
  }

  @Test
  @Timeout(30)
  void all_tests_of_a_policy_share_a_budget() {
    StringBuilder yaml =
        new StringBuilder(
            """
            version: 1
            metadata: {name: sample}
            rules:
            - {id: a, effect: deny, when: "args.l.exists(x, args.t.matches('(a?){100}b'))"}
            tests:
            """);
    for (int i = 0; i < 50; i++) {
      yaml.append("- {name: t").append(i).append(", expect: {effect: allow}, input: {action: x, ");
      yaml.append("args: {l: [1, 2, 3], t: ").append("a".repeat(1_500)).append("}}}\n");
    }

    PolicyCheckResult checked = Sample.DSL.check(yaml.toString());

    assertThat(checked.tests()).hasSize(50);
    assertThat(checked.tests().get(0).passed()).isTrue();
    assertThat(checked.tests().get(49).passed()).isFalse();
    assertThat(checked.tests().get(49).actual()).contains("unevaluable");
  }
}
