package io.svc.server.policies.dsl;

import static io.svc.server.policies.dsl.Sample.call;
import static io.svc.server.policies.dsl.Sample.holds;
import static io.svc.server.policies.dsl.Sample.outcome;
import static io.svc.server.policies.dsl.Sample.policy;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {
  private static FactsBuilder completeFacts() {
    Map<String, Object> args = new HashMap<>();
    args.put("amount", 900);
    args.put("price", 9.5);
    args.put("whole", 5.0);
    args.put("currency", "EUR");
    args.put("nothing", null);
    args.put("flag", true);
    args.put("list", Arrays.asList(1, "two", null));
    args.put("deep", Map.of("er", Map.of("est", "x")));
    return call()
        .platform("n8n")
        .server("stripe")
        .tool("create_payment")
        .operation("create")
        .method("POST")
        .destination("https://api.example.com:8443/v1")
        .args(args)
        .classification(List.of("pii"))
        .data(Map.of("text", "hello", "rows", 5000))
        .agent(new Facts.Agent("agt_1", "bot", List.of("finance"), "ann", "production", "active"))
        .session(new Facts.Session("ses_1", 12, 10, 3, 1, List.of("pii")))
        .environment("production")
        .user("ann@example.com")
        .peer("helper");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "action == 'tool_call' && platform == 'n8n' && server == 'stripe'",
        "tool.startsWith('create_') && operation == 'create' && method == 'POST'",
        "host == 'api.example.com' && path == '/v1'",
        "destination.port == 8443 && destination.scheme == 'https'",
        "args.amount > 500 && args.currency in ['EUR', 'SEK']",
        "args.amount > 500.5",
        "args.price > 9",
        "args.whole == 5",
        "args.flag",
        "args['currency'] == 'EUR'",
        "args.nothing == null",
        "has(args.amount) && !has(args.other)",
        "args.list.exists(item, item == 'two')",
        "size(args.list) == 3",
        "args.deep.er.est == 'x'",
        "data.rows > 1000 && data.text.contains('ell')",
        "'pii' in data.classification",
        "'finance' in agent.tags && agent.owner == 'ann' && agent.name == 'bot'",
        "agent.environment == 'production' && agent.lifecycle_state == 'active'",
        "session.tool_calls == 12 && session.denied >= 3 && 'pii' in session.data_classes",
        "environment == 'production' && user.endsWith('@example.com') && peer == 'helper'",
        "now > timestamp('2026-01-01T00:00:00Z')",
        "now.getHours('Europe/Stockholm') == 11",
        "args.currency.matches('^[A-Z]{3}$')",
        "args.missing > 1 || true",
        "!(args.missing > 1 && false)",
        "args.amount == 900 ? true : args.missing"
      })
  void facts_can_be_asked_for(String time) {
    assertThat(holds(time, completeFacts())).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "args.amount > 900",
        "args.currency == 5",
        "args.nothing != null",
        "server == ''",
        "session.decisions < 10"
      })
  void and_do_not_hold(String time) {
    assertThat(holds(time, completeFacts())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"user == ''", "host == '' && destination.port == 0", "agent.id == ''"})
  void what_is_not_known_is_empty(String time) {
    assertThat(holds(time, call())).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "args.missing > 1",
        "args.currency > 1",
        "args.amount",
        "args.nothing",
        "args.nothing > 1",
        "args.list[7] == 1",
        "args.amount / 0 == 1",
        "args.amount.startsWith('9')",
        "args.list.all(a, a > 0)"
      })
  void what_has_no_answer_is_unevaluable_and_never_allows(String time) {
    PolicyOutcome outcome =
        outcome("- id: it\n  effect: allow\n  when: |\n    " + time, completeFacts());

    assertThat(outcome.matches()).singleElement().matches(RuleMatch::isUnevaluable);
    assertThat(outcome.effect()).isEqualTo(Effect.DENY);
  }

  @Test
  @Timeout(60)
  void loops_end() {
    List<Integer> several = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      several.add(i);
    }
    PolicyOutcome outcome =
        outcome(
            "- {id: it, effect: deny, when: 'args.l.all(a, args.l.all(b, args.l.all(c, a >= 0)))'}",
            call().args(Map.of("l", several)));

    assertThat(outcome.matches()).singleElement().matches(RuleMatch::isUnevaluable);
  }

  @Test
  @Timeout(60)
  void a_hostile_text_does_not_stall_a_pattern() {
    assertThat(holds("args.t.matches('(x+x+)+y')", call().args(Map.of("t", "x".repeat(100_000)))))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "arguments.x == 1 | undeclared_variable | Undeclared variable 'arguments'. Did you mean 'args'?",
        "agnet.id == 'x' | undeclared_variable | Undeclared variable 'agnet'. Did you mean 'agent'?",
        "contans(tool) | undeclared_function | There is no function \"contans\"; did you mean contains?",
        "tool == 5 | condition_type | \"==\" does not take (string, int).",
        "tool | condition_type | A condition must be true or false; this one has the type string.",
        "size(args.l) | condition_type | A condition must be true or false; this one has the type int.",
        "tool == | condition_syntax | The condition is incomplete.",
        "agent.tag == 'x' | unknown_field | \"agent\" has no \"tag\"; did you mean tags?",
        "has(session.calls) | unknown_field | \"session\" has no \"calls\"; expected approvals, data_classes, decisions, denied, id, tool_calls",
        "tool.matches('(') | invalid_regex | \"(\" is not a valid regular expression (RE2): missing closing )",
        "tool.matches(user) | invalid_regex | A regular expression must be a text literal.",
        "tool.matches('((a{1000}){1000}){1000}') | invalid_regex | The regular expression has too many repetitions; expected at most 10000 steps."
      })
  void mistakes_are_found_when_it_is_read(String time, String code, String message) {
    PolicyProblem problem =
        Sample.error(policy("- id: it\n  effect: deny\n  when: |\n    " + time));

    assertThat(problem.code()).isEqualTo(code);
    assertThat(problem.message()).isEqualTo(message);
    assertThat(problem.path()).isEqualTo("/rules/0/when");
    assertThat(problem.ruleId()).contains("it");
  }

  @Test
  void a_loop_may_call_its_variable_as_it_likes() {
    assertThat(
            holds(
                "args.l.exists(agent, agent.anything == 1)",
                call().args(Map.of("l", List.of(Map.of("anything", 1))))))
        .isTrue();
  }

  @Test
  void size_and_depth_are_limited() {
    assertThat(Sample.error(policy("- {id: a, effect: deny, when: \"" + longer() + "\"}")).code())
        .isEqualTo("condition_too_long");
    String deep = "(".repeat(200) + "true" + ")".repeat(200);
    assertThat(Sample.error(policy("- {id: a, effect: deny, when: \"" + deep + "\"}")).code())
        .isEqualTo("condition_too_deep");
  }

  private static String longer() {
    return "tool == 'x' || ".repeat(300) + "true";
  }

  @Test
  void many_threads_get_the_same_answers() throws Exception {
    CompiledPolicy policy =
        Sample.compiled(policy("- {id: a, effect: deny, when: args.n % 2 == 0}"));
    var pool = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Integer>> tasks = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        tasks.add(
            () -> {
              int wrong = 0;
              for (long n = 0; n < 2_000; n++) {
                Effect effect = policy.evaluate(call().args(Map.of("n", n)).build()).effect();
                wrong += (effect == Effect.DENY) == (n % 2 == 0) ? 0 : 1;
              }
              return wrong;
            });
      }
      for (var result : pool.invokeAll(tasks)) {
        assertThat(result.get()).isZero();
      }
    } finally {
      pool.shutdownNow();
    }
  }
}
