package io.svc.server.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.Neighbor;
import io.svc.server.Tenancy;
import io.svc.server.db.Vendor;
import io.svc.server.json.Json;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Conditions and arguments of one tenant that are as expensive as they can be. */
@Tag("thorough")
class ExpensiveDecisionTest extends DecisionContract {
  /** Only against a hang: the test asserts that the evaluation ends by its budget. */
  private static final Duration HANG = Duration.ofSeconds(10);

  /** The longest time of a decision of another tenant, on a machine that runs many tests. */
  private static final Duration PROMPT = Duration.ofSeconds(5);

  private static final List<String> ITEMS = Collections.nCopies(100, "x");

  @Override
  Vendor vendor() {
    return Vendor.SQLITE;
  }

  private record Hostile(String when, Map<String, Object> args, boolean isOverBudget) {
    @Override
    public String toString() {
      return when;
    }
  }

  static List<Hostile> hostile() {
    String a = "a".repeat(500_000);
    String b = "a".repeat(250_000) + "b";
    Map<String, Object> list = new HashMap<>();
    list.put("l", Collections.nCopies(5_000, 1));
    return List.of(
        new Hostile("args.a.contains(args.b)", Map.of("a", a, "b", b), false),
        new Hostile(
            "args.l.exists(x, args.a.contains(args.b))",
            Map.of("a", a, "b", b, "l", Collections.nCopies(1_000, "x")),
            true),
        new Hostile("args.l.all(a, args.l.all(b, args.l.all(c, a >= 0)))", list, false),
        new Hostile(
            "args.l.exists(x, args.a.matches('(x+x+)+y'))", Map.of("a", a, "l", ITEMS), true),
        new Hostile("args.a.matches('(a?){200}b')", Map.of("a", a), true),
        new Hostile("args.l.exists(x, args.a + x == args.a)", Map.of("a", a, "l", ITEMS), true));
  }

  private static String call(String tool, Map<String, Object> args) {
    return Json.text(
        Map.of(
            "agent_id",
            "bot",
            "action",
            Map.of("type", "tool_call", "tool", tool, "arguments", args)));
  }

  private static String condition(String id, String time) {
    return "- id: " + id + "\n  effect: deny\n  when: '" + time.replace("'", "''") + "'\n";
  }

  @Tag("thorough")
  @ParameterizedTest
  @MethodSource("hostile")
  void ends_by_its_budget_while_others_decide_and_policies_change(Hostile hostile)
      throws Exception {
    policy(Stage.ENFORCE, condition("slow", hostile.when()));
    String other = policy(Stage.ENFORCE, rule("other", "deny", "other", ""));
    Neighbor neighbor = new Neighbor(server);
    String body = call("bash", hostile.args());
    ExecutorService pool = Executors.newFixedThreadPool(1);
    try {
      for (int i = 0; i < 3; i++) {
        Future<Answer> toggled =
            pool.submit(() -> admin.post("/api/policies/" + other + "/toggle"));
        long begun = System.nanoTime();

        Neighbor.Meanwhile<JsonNode> meanwhile = neighbor.during(() -> eval(body));

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(HANG);
        expect(200, toggled.get());
        if (hostile.isOverBudget()) {
          assertThat(meanwhile.result().path("decision").asText()).isEqualTo("deny");
          assertThat(meanwhile.result().path("reason_code").asText()).isEqualTo("unevaluable_rule");
        }
        assertThat(meanwhile.slowest()).isLessThan(PROMPT);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private static final Map<String, Object> LONG = Map.of("a", "a".repeat(500_000));

  private static final String SLOW = "args.a.matches('(a?){200}b')";

  private List<JsonNode> alerts(Client client) {
    List<JsonNode> found = new ArrayList<>();
    expect(200, client.get("/api/alerts?threat_type=condition_over_budget"))
        .path("alerts")
        .forEach(found::add);
    return found;
  }

  @Test
  void alerts_the_owner_of_the_policy_once_for_each_rule() {
    policy(Stage.ENFORCE, condition("slow", SLOW));
    Tenancy others = new Tenancy(server);

    for (int i = 0; i < 3; i++) {
      eval(call("bash", LONG));
    }

    assertThat(alerts(admin))
        .singleElement()
        .satisfies(
            alert -> {
              assertThat(alert.path("severity").asText()).isEqualTo("high");
              assertThat(alert.path("occurrences").asLong()).isEqualTo(3);
              assertThat(alert.path("rule").asText()).endsWith("/slow");
              assertThat(alert.path("title").asText()).contains("evaluation budget");
            });
    assertThat(alerts(others.admin())).isEmpty();
  }

  @Test
  void a_policy_that_observes_does_not_use_up_the_budget_of_those_that_decide() {
    policy(Stage.OBSERVE, condition("slow", SLOW));
    policy(Stage.ENFORCE, condition("quick", "args.a.contains('b')"));

    JsonNode answer = eval(call("bash", LONG));

    assertThat(answer.path("decision").asText()).isEqualTo("allow");
    assertThat(alerts(admin))
        .singleElement()
        .satisfies(alert -> assertThat(alert.path("severity").asText()).isEqualTo("medium"));
  }

  @Test
  void a_rule_without_a_condition_applies_when_the_budget_is_used_up() {
    String dsl =
        document(condition("slow", SLOW) + rule("no-bash", "deny", "bash", ""))
            + "defaults: {effect: allow, on_error: warn}\n";
    setStage(
        expect(
                201,
                admin.post(
                    "/api/policies", Map.of("name", "sample", "mode", "observe", "dsl", dsl)))
            .at("/policy/id")
            .asText(),
        Stage.ENFORCE);

    JsonNode denied = eval(call("bash", LONG));

    assertThat(denied.path("decision").asText()).isEqualTo("deny");
    assertThat(denied.at("/matched_rules").findValuesAsText("rule_id"))
        .containsExactly("slow", "no-bash");
    assertThat(eval(call("other", LONG)).path("decision").asText()).isEqualTo("warn");
  }

  @Tag("thorough")
  @Test
  void many_expensive_calls_at_once_leave_room_for_others() {
    policy(Stage.ENFORCE, condition("slow", SLOW));
    eval(calling("bash"));
    Neighbor neighbor = new Neighbor(server);
    String body = call("bash", LONG);
    ExecutorService pool = Executors.newFixedThreadPool(30);
    try {
      Neighbor.Meanwhile<List<Answer>> meanwhile =
          neighbor.during(
              () -> {
                List<CompletableFuture<Answer>> calls = new ArrayList<>();
                for (int i = 0; i < 30; i++) {
                  calls.add(CompletableFuture.supplyAsync(() -> program.post(EVAL, body), pool));
                }
                return calls.stream().map(CompletableFuture::join).toList();
              });
      for (Answer answer : meanwhile.result()) {
        assertThat(answer.status()).as("%s", answer).isIn(200, 429);
        if (answer.status() == 200) {
          assertThat(answer.json().path("decision").asText()).isEqualTo("deny");
        } else {
          assertThat(answer.code()).isEqualTo("rate_limited");
        }
      }
      assertThat(meanwhile.slowest()).isLessThan(PROMPT);
    } finally {
      pool.shutdownNow();
    }
  }
}
