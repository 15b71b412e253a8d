package io.svc.server;

import static io.svc.server.Governed.assertRejected;
import static io.svc.server.Governed.expect;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.OrgId;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.OtherServer;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The worst policies, replays, reports, calls and batches that docs/security/limits.md admits, and
 * input just beyond it, while another tenant decides.
 */
@Tag("thorough")
class ExpensiveGovernanceTest {
  private static final int KIB = 1 << 10;

  /** Uses up the budget for the conditions of a decision on the argument {@link #LONG}. */
  private static final String SLOW =
      "- {id: slow, effect: deny,"
          + " when: \"[1, 2, 3, 4].exists(i, i > 9 || args.a.matches('(a?){200}b'))\"}";

  private static final String ALLOWING = "- {id: allowing, effect: allow}";

  /** As long as it may be for the decision to be replayed. */
  private static final String LONG = "a".repeat(60_000);

  @TempDir private static Path directory;
  private static TestServer server;
  private static Neighbor neighbor;
  private Governed governed;
  private Client admin;

  @BeforeAll
  static void start() {
    Map<String, String> environment = Map.of("SVC_EGRESS_ALLOW_PRIVATE", "127.0.0.0/8");
    server = TestServer.start(directory, environment, Clock.systemUTC());
    neighbor = new Neighbor(server);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void open() {
    governed = new Governed(server);
    admin = governed.admin();
  }

  /** The result of hostile input, during which at least one decision of the neighbor completes. */
  private static <T> T meanwhile(Supplier<T> hostile) {
    Neighbor.Meanwhile<T> meanwhile = neighbor.during(hostile);
    assertThat(meanwhile.decided()).isPositive();
    return meanwhile.result();
  }

  private static String document(String rules) {
    return "version: 1\nkind: agent_policy\nmetadata: {name: sample}\nrules:\n" + rules.indent(2);
  }

  private static String repeated(int count, String separator, IntFunction<String> one) {
    return IntStream.range(0, count).mapToObj(one).collect(Collectors.joining(separator));
  }

  private Client program(Scope scope) {
    return governed.tenancy().program(Role.OPERATOR, scope);
  }

  @Test
  void a_match_over_its_budget_denies_although_errors_only_warn() {
    String globs = repeated(200, ", ", i -> "'*" + "a".repeat(400) + "b" + i + "'");
    String dsl =
        document("- {id: slow, effect: warn, match: {path: [" + globs + "]}}")
            + "defaults: {effect: allow, on_error: warn}\n";
    governed.move(governed.policy("draft", dsl), Stage.ENFORCE, Stage.ENFORCE);
    Client program = program(Scope.EVAL_WRITE);
    Map<String, Object> action =
        Map.of("type", "http_request", "destination", "https://a.example/" + "a".repeat(8_000));

    JsonNode decided =
        expect(
            200,
            meanwhile(() -> program.post("/v1/eval", Map.of("agent_id", "bot", "action", action))));

    assertThat(decided.path("decision").asText()).isEqualTo("deny");
    assertThat(decided.path("reason_code").asText()).isEqualTo("unevaluable_rule");
  }

  /**
   * A policy document.
   *
   * @param problem a part of the error; empty for a valid document
   */
  private record Document(String name, String dsl, String problem) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static String rules(int count, int globs) {
    return document(
        repeated(
            count,
            "\n",
            i ->
                "- {id: r"
                    + i
                    + ", effect: deny, match: {tool: ["
                    + repeated(globs, ", ", j -> "'*" + i + "x" + j + "*'")
                    + "]}}"));
  }

  private static String tests(int count, String rule) {
    return document(rule)
        + "tests:\n"
        + repeated(
            count,
            "\n",
            i ->
                "  - {name: t"
                    + i
                    + ", input: {action: x, args: {a: "
                    + "a".repeat(2_000)
                    + "}}, expect: {effect: allow}}\n");
  }

  private static String padded(int bytes) {
    String rules = rules(500, 40);
    return rules + "#".repeat(bytes - rules.length());
  }

  private static String nested(int depth) {
    return document("- {id: r, effect: deny}")
        + "tests:\n  - {name: t, input: {action: x, args: {a: "
        + "[".repeat(depth)
        + "]".repeat(depth)
        + "}}, expect: {effect: deny}}\n";
  }

  static List<Document> documents() {
    String names = repeated(1_001, ", ", i -> "t" + i);
    String bomb =
        """
        a: &a [x, x, x, x, x, x, x, x, x, x]
        b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
        c: [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
        """;
    return List.of(
        new Document("500 rules, 256 KiB", padded(256 * KIB), ""),
        new Document("more than 256 KiB", padded(256 * KIB + 1), "at most 256 KiB"),
        new Document("501 rules", rules(501, 1), "at most 500"),
        new Document("50 tests", tests(50, ALLOWING), ""),
        new Document("51 tests", tests(51, ALLOWING), "at most 50"),
        new Document("nesting", nested(58), ""),
        new Document("too deep", nested(70), "64 deep"),
        new Document(
            "1,001 names",
            document("- {id: r, effect: deny, match: {tool: [" + names + "]}}"),
            "more than 1000"),
        new Document("aliases", bomb + document("- {id: r, effect: deny}"), "lias"));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void checks_documents_up_to_their_limits(Document document) {
    JsonNode checked =
        expect(
            200,
            neighbor
                .during(
                    () -> admin.post("/api/policies/dsl/validate", Map.of("dsl", document.dsl())))
                .result());

    assertThat(checked.path("valid").asBoolean())
        .as("%s", checked.path("errors"))
        .isEqualTo(document.problem().isEmpty());
    assertThat(checked.path("errors").toString()).contains(document.problem());
  }

  @Test
  void all_tests_of_a_policy_share_the_budget_of_a_decision() {
    String dsl = tests(50, SLOW);

    JsonNode checked =
        expect(200, meanwhile(() -> admin.post("/api/policies/dsl/validate", Map.of("dsl", dsl))));

    assertThat(checked.at("/tests/0/passed").asBoolean()).isTrue();
    assertThat(checked.at("/tests/49/actual").asText()).isEqualTo("deny by slow (unevaluable)");
  }

  @Test
  void a_trial_on_recorded_decisions_ends_by_its_budget() {
    String id = governed.policy("draft", document(SLOW));
    for (int i = 0; i < 6; i++) {
      governed.act("s" + i, "bash", Map.of("a", LONG));
    }

    JsonNode impact = meanwhile(() -> governed.rollout(id).path("impact"));

    assertThat(impact.path("isSample").asBoolean()).isTrue();
    assertThat(impact.path("calls").asInt()).isEqualTo(3);
    assertThat(impact.path("wouldDeny").asInt()).isEqualTo(3);
  }

  @Test
  void a_replay_evaluates_each_call_within_the_budget_of_a_decision() {
    String id = governed.policy("observe", document("- {id: other, effect: warn}"));
    for (int i = 0; i < 3; i++) {
      governed.act("s", "bash", Map.of("a", LONG));
    }
    governed.save(id, document(SLOW));

    JsonNode replay = meanwhile(() -> governed.replay(id));

    assertThat(replay.at("/replayJob/status").asText()).isEqualTo("completed");
    assertThat(replay.at("/verdicts/0/verdict").asText()).isEqualTo("diverged");
    assertThat(replay.at("/verdicts/0/replayedDecision").asText()).isEqualTo("deny");
  }

  /** Stores a decision many times over. */
  private void copyDecision(int count) {
    OrgId org = governed.tenancy().org();
    server
        .database()
        .change(
            tx -> {
              String columns =
                  tx
                      .handle()
                      .createQuery("SELECT name FROM pragma_table_info('decision')")
                      .mapTo(String.class)
                      .stream()
                      .map(
                          name ->
                              name.equals("decision_id")
                                  ? "'dec_' || printf('%026d', i) AS decision_id"
                                  : name)
                      .collect(Collectors.joining(", "));
              tx.handle()
                  .createUpdate(
                      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <"
                          + " :count) INSERT INTO decision SELECT "
                          + columns
                          + " FROM (SELECT * FROM decision WHERE org_id = :org LIMIT 1), n")
                  .bind("count", count)
                  .bind("org", org)
                  .execute();
            });
  }

  @Test
  void makes_and_exports_a_long_report() {
    governed.act("s", "bash");
    copyDecision(20_000);

    Answer csv =
        meanwhile(
            () -> {
              String report =
                  expect(201, admin.post("/api/reports", Map.of("type", "policy_decisions")))
                      .at("/report/id")
                      .asText();
              String path = "/api/reports/" + report;
              for (int i = 0; i < 600 && !isReady(path); i++) {
                Governed.rest();
              }
              return admin.get(path + "/export?format=csv");
            });

    assertThat(csv.status()).as("%s", csv.status()).isEqualTo(200);
    assertThat(csv.text().lines()).hasSize(20_002);
  }

  private boolean isReady(String path) {
    return expect(200, admin.get(path)).at("/report/status").asText().equals("ready");
  }

  private Answer mapping(int number, int length) {
    String pattern = "h" + number + ".example.com/" + "a".repeat(length);
    return admin.put(
        "/api/egress/credentials",
        Map.of("pattern", pattern.substring(0, length), "secret", Map.of("token", "sample")));
  }

  @Test
  void stores_the_most_mappings_of_credentials() {
    Answer last =
        meanwhile(
            () -> {
              for (int i = 0; i < 500; i++) {
                expect(201, mapping(i, 500));
              }
              return mapping(500, 500);
            });

    assertRejected(409, "conflict", last);
    expect(400, mapping(0, 501));
  }

  @Test
  void an_agent_has_no_more_calls_through_the_proxy_under_way_than_are_permitted() {
    expect(200, admin.put("/api/admin/tenant", Map.of("settings", Map.of("allowPlainHttp", true))));
    Client program = program(Scope.PROXY_USE).with("X-Svc-Upstream-Scheme", "http");
    CountDownLatch arrived = new CountDownLatch(50);
    CountDownLatch released = new CountDownLatch(1);
    ExecutorService pool = Executors.newFixedThreadPool(50);
    try (OtherServer other =
        new OtherServer(
            (request, out) -> {
              arrived.countDown();
              await(released);
              out.write(OtherServer.ok("late"));
            })) {
      String path = "/v1/proxy/" + other.host() + "/";
      meanwhile(
          () -> {
            List<CompletableFuture<Answer>> calls =
                IntStream.range(0, 50)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> program.get(path), pool))
                    .toList();
            await(arrived);
            assertRejected(429, "rate_limited", program.get(path));
            released.countDown();
            calls.forEach(call -> assertThat(call.join().status()).isEqualTo(200));
            return true;
          });
    } finally {
      released.countDown();
      pool.shutdownNow();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String spans(int mib) {
    String body = "{\"resourceLogs\":[],\"more\":\"";
    return body + "a".repeat(mib * KIB * KIB - body.length() - 2) + "\"}";
  }

  @Test
  void reads_the_largest_batches_of_telemetry_in_turns() {
    List<Client> programs =
        IntStream.range(0, 6).mapToObj(i -> program(Scope.TELEMETRY_WRITE)).toList();
    ExecutorService pool = Executors.newFixedThreadPool(programs.size());
    String largest = spans(8);
    try {
      List<Answer> answers =
          meanwhile(
              () ->
                  programs.stream()
                      .map(
                          one ->
                              CompletableFuture.supplyAsync(
                                  () -> one.post("/v1/logs", largest), pool))
                      .toList()
                      .stream()
                      .map(CompletableFuture::join)
                      .toList());

      // Three have room at once; the others wait for up to 5 s.
      assertThat(answers).extracting(Answer::status).isSubsetOf(200, 503).contains(200);
    } finally {
      pool.shutdownNow();
    }
    expect(413, programs.get(0).post("/v1/logs", largest + " "));
  }
}
