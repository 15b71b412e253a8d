package io.svc.server.policies.dsl;

import static io.svc.server.policies.dsl.Sample.DSL;
import static io.svc.server.policies.dsl.Sample.policy;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LintTest {
  /** Codes and rules, without that there are no tests. */
  private static List<String> lints(String yaml) {
    PolicyCheckResult checked = DSL.check(yaml);
    assertThat(checked.errors()).isEmpty();
    return checked.warnings().stream()
        .filter(problem -> !problem.code().equals("no_tests"))
        .map(problem -> problem.code() + problem.ruleId().map(id -> " " + id).orElse(""))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: allow {tool: x} 0 | all: deny {} 5 | unreachable_rule a, deny_all",
        "a: redact {tool: x} 0 | all: deny {} 5 | unreachable_rule a, deny_all",
        "a: allow {tool: x} 0 | b: deny {tool: '*'} 5 | shadowed_rule a",
        "a: deny {tool: [x, y]} 0 | b: allow {tool: [z, y, x]} 5 | shadowed_rule a",
        "a: deny {tool: x, server: s} 0 | b: allow {tool: x} 5 | shadowed_rule a",
        "a: deny {destination: {host: a.b.example}} 0 | b: allow {destination: {host: '*.example'}} 1 | shadowed_rule a",
        "a: deny {destination: {cidr: 10.1.0.0/16}} 0 | b: allow {destination: {cidr: 10.0.0.0/8}} 1 | shadowed_rule a",
        "a: deny {destination: {port: 443}} 0 | b: allow {destination: {port: 400-500}} 1 | shadowed_rule a",
        "a: deny {destination: {host: a.example}} 0 | b: allow {destination: {host_not: b.example}} 1 | shadowed_rule a",
        "a: deny {destination: {host_not: ['*.a.example', b.example]}} 0 | b: allow {destination: {host_not: x.a.example}} 1 | shadowed_rule a",
        "a: allow {tool: x} 0 | b: deny {tool: x} 0 | contradictory_rules b",
        "a: require_approval {tool: x} 0 | b: deny {tool: x} 0 | contradictory_rules b",
        "a: deny {tool: x} 0 | b: deny {tool: x} 0 | shadowed_rule b",
        "a: allow {} 0 | b: deny {tool: x} 1 | ''",
        "a: deny {} -100 | b: allow {tool: x} 0 | ''",
        "a: redact {tool: x} 0 | b: allow {tool: x} 5 | ''",
        "a: warn {tool: x} 0 | b: require_approval {} 5 | ''",
        "a: redact {tool: x} 0 | b: deny {tool: x} -1 | shadowed_rule b",
        "a: redact {tool: x} 0 | b: require_approval {tool: x} 0 | ''",
        "a: deny {tool: x} 0 | b: allow {tool: x, server: s} 5 | ''",
        "a: deny {tool: 'x*'} 0 | b: allow {tool: x} 5 | ''",
        "a: deny {destination: {host: '*.example'}} 0 | b: allow {destination: {host: example}} 1 | ''",
        "a: deny {destination: {host: b.example}} 0 | b: allow {destination: {host_not: b.example}} 1 | ''",
        "a: deny {} 0 | b: deny {tool: x} -1 | unreachable_rule b, deny_all",
        "a: allow {} 0 | b: allow {tool: x} 1 | allow_all",
        "a: allow {} 1 | b: deny {tool: x} 0 | allow_all, unreachable_rule b"
      })
  void two_rules_are_held_against_each_other(String item, String other, String expected) {
    List<String> found = lints(policy(rule(item) + rule(other)));

    assertThat(String.join(", ", found.stream().sorted().toList()))
        .isEqualTo(String.join(", ", List.of(expected.split(", ", -1)).stream().sorted().toList()));
  }

  /** From {@code id: effect {match} priority}. */
  private static String rule(String text) {
    String id = text.substring(0, text.indexOf(':'));
    String effect = text.substring(id.length() + 2, text.indexOf(' ', id.length() + 2));
    String match = text.substring(text.indexOf('{'), text.lastIndexOf('}') + 1);
    String priority = text.substring(text.lastIndexOf('}') + 2);
    return String.format(
        Locale.ROOT,
        "- {id: %s, effect: %s, priority: %s, match: %s}%n",
        id,
        effect,
        priority,
        match);
  }

  @Test
  void a_rule_with_a_condition_takes_nothing_from_others() {
    assertThat(
            lints(
                policy(
                    "- {id: all, effect: deny, priority: 5, when: 'tool == \"x\"'}\n"
                        + "- {id: a, effect: allow, match: {tool: y}}")))
        .isEmpty();
  }

  @Test
  void a_condition_that_may_fail_may_still_decide() {
    assertThat(
            lints(
                policy(
                    "- {id: a, effect: require_approval, match: {tool: x}}\n"
                        + "- {id: b, effect: allow, match: {tool: x}, when: 'args.x > 1'}")))
        .isEmpty();
    assertThat(
            lints(
                policy(
                    "- {id: a, effect: allow, priority: 1, match: {tool: x}}\n"
                        + "- {id: b, effect: deny, match: {tool: x}, when: 'args.x > 1'}")))
        .containsExactly("shadowed_rule b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{effect: deny} | [] | deny_all",
        "{effect: deny} | '[{id: a, effect: deny, match: {tool: x}}]' | deny_all",
        "{effect: deny} | '[{id: a, effect: allow, match: {tool: x}}]' | ''",
        "{effect: deny, on_error: warn} | '[{id: a, effect: deny, when: args.x}]' | ''",
        "{effect: allow} | '[{id: a, effect: allow, match: {tool: x}}]' | allow_all",
        "{effect: allow} | '[{id: a, effect: allow, when: args.x}]' | ''",
        "{effect: allow} | '[{id: a, effect: warn, match: {tool: x}}]' | ''",
        "{effect: allow} | '[{id: a, effect: deny, disabled: true}]' | allow_all",
        "{effect: allow} | '[{id: a, effect: allow, route: {mode: process}}]' | ''"
      })
  void a_policy_with_one_answer_for_everything_is_noticed(
      String defaults, String rules, String expected) {
    String yaml =
        "version: 1\nmetadata: {name: x}\ndefaults: " + defaults + "\nrules: " + rules + "\n";

    assertThat(String.join(", ", lints(yaml))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "match: {destination: {host: a.example, host_not: '*.example'}} | host_not excludes every host in host.",
        "match: {destination: {host: a.example, cidr: 10.0.0.0/8}} | none of its hosts is an address in its cidr; host names are not resolved.",
        "match: {destination: {host: 11.0.0.1, cidr: 10.0.0.0/8}} | none of its hosts is an address in its cidr; host names are not resolved.",
        "match: {path: admin} | paths begin with a slash.",
        "when: 1 > 2 | its condition is always false.",
        "when: 'false' | its condition is always false."
      })
  void a_rule_that_never_matches_is_noticed(String rule, String reason) {
    assertThat(DSL.check(policy("- {id: a, effect: deny, " + rule + "}")).warnings())
        .filteredOn(problem -> problem.code().equals("never_matches"))
        .singleElement()
        .extracting(PolicyProblem::message)
        .isEqualTo("Rule 'a' never matches: " + reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "match: {destination: {host: [a.example, b.test], host_not: '*.example'}}",
        "match: {destination: {host: [a.example, 10.0.0.1], cidr: 10.0.0.0/8}}",
        "match: {path: '*admin'}",
        "when: 'true'"
      })
  void a_rule_that_may_match_is_not(String rule) {
    assertThat(lints(policy("- {id: a, effect: deny, " + rule + "}")))
        .doesNotContain("never_matches a");
  }

  @Test
  void names_that_do_not_exist_are_noticed_where_they_stand() {
    Set<String> knownNames = Set.of("bash", "stripe", "leads");
    NameInventory inventory =
        new NameInventory() {
          @Override
          public boolean hasTool(String name) {
            return knownNames.contains(name);
          }

          @Override
          public boolean hasServer(String name) {
            return knownNames.contains(name);
          }

          @Override
          public boolean hasApproverGroup(String name) {
            return knownNames.contains(name);
          }
        };
    String yaml =
        policy(
            """
            - id: a
              effect: require_approval
              match: {tool: [bash, bsh, "b*"], server: strip}
              approval: {group: leeds}
            """);

    assertThat(DSL.check(yaml, inventory).warnings())
        .extracting(problem -> problem.code() + " " + problem.line() + ":" + problem.column())
        .containsExactly(
            "no_tests 4:1", "unknown_tool 6:24", "unknown_server 6:44", "unknown_group 7:21");
    assertThat(lints(yaml)).isEmpty();
  }

  @Test
  void a_group_that_a_policy_does_not_declare_is_noticed_when_it_declares_any() {
    String rule = "rules:\n- {id: a, effect: require_approval, approval: {group: g}}\n";
    String head = "version: 1\nmetadata: {name: x}\n";

    assertThat(lints(head + "groups: {approvers: [h]}\n" + rule))
        .containsExactly("unknown_group a");
    assertThat(lints(head + "groups: {approvers: [g]}\n" + rule)).isEmpty();
  }

  @Test
  @Timeout(60)
  void a_policy_that_is_made_to_be_slow_is_not() {
    StringBuilder lists = new StringBuilder();
    for (int i = 0; i < 250; i++) {
      lists.append("- {id: r").append(i).append(", effect: ").append(i % 2 == 0 ? "deny" : "allow");
      lists.append(", match: {tool: [").append("\"*a*a*a*a*a*a\", b, ".repeat(25));
      lists.append("x").append(i).append("]}}\n");
    }

    assertThat(DSL.check(policy(lists.toString())).valid()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "args.l.exists(x, args.a.contains(args.b))",
        "args.l.exists(x, args.a.matches('[a-z]{30}x'))",
        "args.l.all(x, x in args.l && args.a + args.b != args.c)",
        "args.l.all(a, args.l.all(b, a != b))",
        "args.l.exists(a, a.items.exists(b, b == 1))"
      })
  void a_condition_that_is_expensive_on_large_input_is_noticed(String time) {
    assertThat(lints(policy("- id: a\n  effect: deny\n  when: " + quoted(time))))
        .containsExactly("expensive_condition a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "args.amount > 500 && 'x' in agent.tags",
        "args.text.contains('secret') && args.text.matches('(?i)secret[a-z]{1,20}')",
        "args.l.exists(x, x.contains('secret') || x.endsWith('@example.com'))",
        "args.exists(name, type(args[name]) == string && args[name].matches('^[a-z]+$'))",
        "['to', 'cc'].exists(f, args[f].exists(x, ['a', 'b'].exists(d, x == d)))"
      })
  void an_ordinary_condition_is_not(String time) {
    assertThat(lints(policy("- id: a\n  effect: deny\n  when: " + quoted(time)))).isEmpty();
  }

  private static String quoted(String time) {
    return '"' + time.replace("\\", "\\\\") + '"';
  }

  @Test
  void a_policy_without_tests_is_noticed_and_one_without_rules_needs_none() {
    assertThat(DSL.check(policy("- {id: a, effect: warn}")).warnings())
        .extracting(PolicyProblem::code)
        .containsExactly("no_tests");
    assertThat(DSL.check("version: 1\nmetadata: {name: x}\nrules: []\n").warnings()).isEmpty();
  }

  @Test
  void a_rule_that_is_overruled_is_reported_by_which() {
    PolicyCheckResult checked =
        DSL.check(
            policy(
                """
                - {id: deny-all, effect: deny, priority: 1}
                - {id: redact-pii-out, effect: redact}
                """));

    assertThat(checked.valid()).isTrue();
    assertThat(checked.warnings())
        .contains(
            new PolicyProblem(
                "unreachable_rule",
                "Rule 'redact-pii-out' can never decide: 'deny-all' has a higher priority and "
                    + "matches everything.",
                "/rules/1",
                5,
                3,
                "warning",
                Optional.of("redact-pii-out")));
  }
}
