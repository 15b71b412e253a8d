package io.svc.server.policies.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RuleSetTest {
  private static final List<String> TOOLS = List.of("bash", "bash_run", "BASH", "sh", "");
  private static final List<String> HOSTS =
      List.of("a.example", "b.a.example", "example", "10.0.0.1", "http://2130706433/", "");
  private static final List<String> TAGS = List.of("x", "xy", "z");

  private final Random random = new Random(11);

  private <T> T any(List<T> items) {
    return items.get(random.nextInt(items.size()));
  }

  private static BitSet all(int count) {
    BitSet all = new BitSet();
    all.set(0, count);
    return all;
  }

  @Test
  void the_index_finds_what_looking_at_every_rule_finds() {
    for (int round = 0; round < 40; round++) {
      List<CompiledPolicy> policies = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        policies.add(Sample.compiled(randomPolicy()));
      }
      RuleSet set = RuleSet.of(policies);
      for (int call = 0; call < 50; call++) {
        Facts facts = randomFacts();
        BitSet applicable = new BitSet();
        for (int i = 0; i < policies.size(); i++) {
          applicable.set(i, random.nextInt(4) > 0);
        }

        List<RuleSet.PolicyResult> expected = new ArrayList<>();
        for (int i = 0; i < policies.size(); i++) {
          PolicyOutcome outcome = policies.get(i).evaluate(facts);
          boolean isSilent = outcome.isDefault() && outcome.effect() == Effect.ALLOW;
          if (applicable.get(i) && !isSilent) {
            expected.add(new RuleSet.PolicyResult(i, outcome));
          }
        }

        assertThat(set.outcomes(facts, applicable, new BitSet(), DecisionBudget.repeatable()))
            .isEqualTo(expected);
      }
    }
  }

  private String randomPolicy() {
    StringBuilder rules = new StringBuilder();
    for (int i = 0; i < 6; i++) {
      rules.append("- {id: r").append(i);
      rules.append(", effect: ").append(any(List.of("allow", "warn", "redact", "deny")));
      rules.append(", priority: ").append(random.nextInt(3));
      rules.append(", disabled: ").append(random.nextInt(8) == 0);
      rules.append(", match: {").append(String.join(", ", randomCriteria())).append('}');
      if (random.nextInt(4) == 0) {
        rules.append(", when: ").append(any(List.of("args.n > 1", "'true'", "tool == 'sh'")));
      }
      rules.append("}\n");
    }
    return Sample.policy("{effect: " + any(List.of("allow", "deny")) + "}", rules.toString());
  }

  private List<String> randomCriteria() {
    List<String> criteria = new ArrayList<>();
    if (random.nextBoolean()) {
      criteria.add(
          "tool: ["
              + any(List.of("bash", "\"b*\"", "\"*sh\"", "sh", "\"bash_*\""))
              + ", "
              + any(List.of("other", "\"ba*\"", "sh"))
              + "]");
    }
    if (random.nextInt(3) == 0) {
      criteria.add(
          "destination: {"
              + any(
                  List.of(
                      "host: [a.example, \"*.example\"]",
                      "host: \"*.a.example\"",
                      "host_not: example",
                      "cidr: [10.0.0.0/8, 127.0.0.0/8]",
                      "url: \"http://*\"",
                      "scheme: http"))
              + "}");
    }
    if (random.nextInt(4) == 0) {
      criteria.add("agent: {tags: [\"x*\", z]}");
    }
    if (random.nextInt(4) == 0) {
      criteria.add("data: {classification: pii}");
    }
    if (random.nextInt(4) == 0) {
      criteria.add("path: [/admin, \"/v*\"]");
    }
    if (random.nextInt(5) == 0) {
      criteria.add("time: {days: " + any(List.of("mon-wed", "sun")) + "}");
    }
    return criteria;
  }

  private Facts randomFacts() {
    List<String> tags = random.nextBoolean() ? List.of() : List.of(any(TAGS), any(TAGS));
    return Facts.of("tool_call", Instant.ofEpochSecond(random.nextInt(1_000_000)))
        .tool(any(TOOLS))
        .destination(any(HOSTS) + any(List.of("", "/admin", "/v1/x")))
        .args(random.nextInt(3) == 0 ? Map.of() : Map.of("n", random.nextInt(4)))
        .classification(random.nextBoolean() ? List.of("pii") : List.of())
        .agent(new Facts.Agent("a", "b", tags, "", "", ""))
        .build();
  }

  @Test
  void policies_that_deny_by_default_speak_although_nothing_matches() {
    CompiledPolicy open =
        Sample.compiled(Sample.policy("- {id: a, effect: deny, match: {tool: x}}"));
    CompiledPolicy closed =
        Sample.compiled(
            Sample.policy("{effect: deny}", "- {id: a, effect: allow, match: {tool: x}}"));
    RuleSet set = RuleSet.of(List.of(open, closed, open, closed));
    BitSet applicable = all(3);

    assertThat(
            set.outcomes(
                Sample.call().tool("y").build(),
                applicable,
                new BitSet(),
                DecisionBudget.repeatable()))
        .singleElement()
        .satisfies(
            answer -> {
              assertThat(answer.policy()).isEqualTo(1);
              assertThat(answer.outcome().effect()).isEqualTo(Effect.DENY);
              assertThat(answer.outcome().isDefault()).isTrue();
            });
    assertThat(
            set.outcomes(
                Sample.call().tool("x").build(),
                applicable,
                new BitSet(),
                DecisionBudget.repeatable()))
        .extracting(RuleSet.PolicyResult::policy)
        .containsExactly(0, 1, 2);
  }

  @Tag("thorough")
  @Test
  void only_rules_that_can_match_are_candidates() {
    List<CompiledPolicy> policies = new ArrayList<>();
    for (int p = 0; p < 20; p++) {
      StringBuilder rules = new StringBuilder();
      for (int r = 0; r < 100; r++) {
        rules.append("- {id: r").append(r);
        rules.append(", effect: deny, match: {action: tool_call, environment: production, ");
        rules.append(r % 2 == 0 ? "tool: t" + r : "destination: {host: \"*.h" + r + ".example\"}");
        rules.append("}}\n");
      }
      policies.add(Sample.compiled(Sample.policy(rules.toString())));
    }
    List<PolicyRuleIndex.Entry> entries = new ArrayList<>();
    for (int p = 0; p < policies.size(); p++) {
      for (PolicyRule rule : policies.get(p).rules()) {
        entries.add(new PolicyRuleIndex.Entry(p, rule));
      }
    }
    Facts facts =
        Sample.call()
            .environment("production")
            .tool("t4")
            .destination("https://x.h7.example/")
            .build();

    List<PolicyRuleIndex.Entry> found =
        new PolicyRuleIndex(entries)
            .candidates(
                new EvaluationFacts(facts, DecisionBudget.repeatable()), all(policies.size()));

    assertThat(found).hasSize(40);
    assertThat(
            RuleSet.of(policies)
                .outcomes(facts, all(policies.size()), new BitSet(), DecisionBudget.repeatable()))
        .hasSize(20)
        .allSatisfy(
            answer ->
                assertThat(answer.outcome().matches())
                    .extracting(RuleMatch::ruleId)
                    .containsExactly("r4", "r7"));
  }

  @Test
  void without_policies_nothing_matches() {
    assertThat(
            RuleSet.of(List.of())
                .outcomes(Sample.call().build(), all(3), new BitSet(), DecisionBudget.repeatable()))
        .isEmpty();
  }
}
