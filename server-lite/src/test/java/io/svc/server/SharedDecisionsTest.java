package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.Vendor;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.policies.Policies;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Answer;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.Client;
import io.svc.server.testing.TestStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two servers that share one PostgreSQL decide alike. */
@Tag("thorough")
class SharedDecisionsTest {
  private static final String EVAL = "/v1/eval";
  private static final String DSL =
      """
      version: 1
      kind: agent_policy
      metadata: {name: no-shell}
      rules:
        - {id: no-shell, effect: deny, match: {tool: [bash]}}
      """;

  @TempDir private static Path directory;
  private static TestStore store;
  private static TestServer one;
  private static TestServer other;

  private Tenancy tenancy;
  private Client admin;
  private Client adminOfOther;
  private Client program;
  private Client programOfOther;

  @BeforeAll
  static void start() throws Exception {
    store = TestStore.empty(Vendor.POSTGRESQL, directory, Clock.systemUTC());
    store.prepare();
    one = server("one");
    // A server knows the keys of others by the master key that they share.
    Path data = Files.createDirectories(directory.resolve("other").resolve("data"));
    Files.copy(directory.resolve("one/data/master.key"), data.resolve("master.key"));
    other = server("other");
  }

  private static TestServer server(String name) throws Exception {
    return TestServer.start(
        Files.createDirectories(directory.resolve(name)),
        Map.of("SVC_DATABASE_URL", store.url()),
        Clock.systemUTC());
  }

  @AfterAll
  static void stop() {
    other.close();
    one.close();
    store.close();
  }

  @BeforeEach
  void found() {
    tenancy = new Tenancy(one);
    admin = tenancy.admin();
    adminOfOther = other.visitor();
    adminOfOther.setCookie("svc_session", admin.cookie("svc_session"));
    String key = tenancy.key(Role.OPERATOR, Scope.EVAL_WRITE, Scope.GOVERNANCE_READ);
    program = one.visitor().with("X-Api-Key", key);
    programOfOther = other.visitor().with("X-Api-Key", key);
  }

  private static JsonNode expect(int status, Answer answer) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    return answer.json();
  }

  private static JsonNode eval(Client client) {
    return expect(
        200,
        client.post(
            EVAL,
            Map.of("agent_id", "bot", "action", Map.of("type", "tool_call", "tool", "bash"))));
  }

  private String enforced() {
    String id =
        expect(201, admin.post("/api/policies", Map.of("name", "p", "mode", "observe", "dsl", DSL)))
            .at("/policy/id")
            .asText();
    Policies policies = new Policies();
    one.database()
        .change(
            tx ->
                policies.setStage(
                    tx,
                    tenancy.org(),
                    policies.lock(tx, tenancy.org(), id),
                    Stage.ENFORCE,
                    Stage.ENFORCE,
                    1,
                    "usr_test"));
    return id;
  }

  @Test
  void a_policy_changed_on_one_decides_on_the_other_at_the_next_call() {
    assertThat(eval(programOfOther).path("decision").asText()).isEqualTo("allow");
    String policy = enforced();

    for (int i = 0; i < 20; i++) {
      assertThat(eval(programOfOther).path("decision").asText()).isEqualTo("deny");
      expect(200, admin.post("/api/policies/" + policy + "/toggle"));
      assertThat(eval(programOfOther).path("decision").asText()).isEqualTo("allow");
      expect(200, adminOfOther.post("/api/policies/" + policy + "/toggle"));
      assertThat(eval(program).path("decision").asText()).isEqualTo("deny");
    }
  }

  @Test
  void a_kill_switch_is_effective_on_other_servers_at_the_next_call() {
    enforced();
    assertThat(eval(program).path("decision").asText()).isEqualTo("deny");
    assertThat(eval(programOfOther).path("decision").asText()).isEqualTo("deny");

    expect(
        200,
        adminOfOther.post(
            "/api/governance/kill-switch/disable-enforcement", Map.of("reason", "drill")));

    assertThat(eval(program).path("decision").asText()).isEqualTo("allow");
    assertThat(eval(programOfOther).path("decision").asText()).isEqualTo("allow");
    assertThat(eval(program).path("would_block").asBoolean()).isTrue();
  }

  @Test
  void both_record_into_one_session_and_one_feed() {
    List<JsonNode> answers =
        AtOnce.run(
                8,
                i -> {
                  List<JsonNode> mine = new ArrayList<>();
                  for (int n = 0; n < 15; n++) {
                    mine.add(eval(i % 2 == 0 ? program : programOfOther));
                  }
                  return mine;
                })
            .stream()
            .flatMap(List::stream)
            .toList();

    Set<String> decided = new HashSet<>();
    Set<String> sessions = new HashSet<>();
    answers.forEach(
        answer -> {
          decided.add(answer.path("decision_id").asText());
          sessions.add(answer.path("session_id").asText());
        });
    assertThat(decided).hasSize(120);
    assertThat(sessions).hasSize(1);
    JsonNode feed = expect(200, program.get("/api/v1/governance/events?limit=500"));
    List<String> reported = new ArrayList<>();
    feed.path("events").forEach(e -> reported.add(e.at("/payload/decision_id").asText()));
    assertThat(reported).containsExactlyInAnyOrderElementsOf(decided);
    JsonNode session =
        expect(200, adminOfOther.get("/api/sessions/" + sessions.iterator().next()))
            .path("session");
    assertThat(session.at("/counts/decisions").asInt()).isEqualTo(120);
    List<Integer> numbers = new ArrayList<>();
    session.path("timeline").forEach(entry -> numbers.add(entry.path("seq").asInt()));
    assertThat(numbers)
        .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, 241).boxed().toList());
  }

  @Test
  void two_that_record_for_the_same_tenants_never_wait_for_each_other_in_a_circle()
      throws Exception {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      keys.add(new Tenancy(one).key(Role.OPERATOR, Scope.EVAL_WRITE));
    }
    long before = deadlocks();

    AtOnce.run(
        12,
        i -> {
          Client client = (i % 2 == 0 ? one : other).visitor();
          for (int n = 0; n < 20; n++) {
            // Half of them go through the tenants forwards, half backwards.
            int tenant = Math.floorMod(i % 4 < 2 ? i + n : i - n, keys.size());
            eval(client.with("X-Api-Key", keys.get(tenant)));
          }
          return i;
        });

    assertThat(deadlocks()).isEqualTo(before);
  }

  /** How often PostgreSQL had to end a transaction, since two waited for each other. */
  private static long deadlocks() throws Exception {
    try (Connection connection = DriverManager.getConnection(store.url());
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @Test
  void a_request_that_is_sent_to_both_is_decided_once() {
    List<String> answers =
        AtOnce.run(
            12,
            i -> {
              Client client = i % 2 == 0 ? program : programOfOther;
              Answer answer =
                  client
                      .with("Idempotency-Key", "k")
                      .post(EVAL, "{\"agent_id\": \"bot\", \"action\": \"x\"}");
              expect(200, answer);
              return answer.text();
            });

    assertThat(new HashSet<>(answers)).hasSize(1);
  }
}
