package io.svc.server.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Killed in the middle of its work, again and again, the server loses nothing it acknowledged. */
@Tag("thorough")
class CrashIT {
  private static final int WRITERS = 6;

  /** What was answered with success, which is all that must not be lost. */
  private static final class Acknowledged {
    private final Queue<String> keys = new ConcurrentLinkedQueue<>();
    private final Queue<String> profiles = new ConcurrentLinkedQueue<>();
    private final Queue<Decided> decisions = new ConcurrentLinkedQueue<>();

    int total() {
      return keys.size() + profiles.size() + decisions.size();
    }
  }

  /** A decision that an agent was told of: the name of its request, and what it was told. */
  private record Decided(String name, String decisionId, String sessionId) {}

  @TempDir private Path directory;

  @Test
  void a_server_that_is_killed_again_and_again_loses_nothing_that_it_acknowledged()
      throws Exception {
    int kills = Integer.getInteger("trust.kills", 8);
    Path data = directory.resolve("data");
    Acknowledged acknowledged = new Acknowledged();
    String agentKey = "";
    Random random = new Random(7);
    String session = "";
    for (int round = 0; round <= kills; round++) {
      try (PackagedServer server = PackagedServer.start(directory, data)) {
        Client admin = round == 0 ? server.admin() : server.visitor();
        if (round == 0) {
          session = admin.cookie("svc_session");
          assertThat(session).isNotEmpty();
          agentKey = agentKey(admin);
        }
        admin.setCookie("svc_session", session);
        if (round == kills) {
          assertNothingLost(admin, acknowledged);
          assertThatNoDecisionIsLost(admin, server.visitor(), agentKey, acknowledged.decisions);
          server.terminate();
          assertThat(server.exitCode()).isZero();
          break;
        }
        writeUntilKilled(server, session, agentKey, round, acknowledged, 300 + random.nextInt(900));
      }
    }
    assertFileIntact(data.resolve("app.db"));
    System.out.printf(
        "kill: %d kills, %,d changes acknowledged, 0 lost%n", kills, acknowledged.total());
  }

  private static String agentKey(Client admin) {
    return admin
        .post("/api/admin/api-keys", Map.of("name", "agent", "scopes", List.of("eval:write")))
        .json()
        .path("key")
        .asText();
  }

  /** What a writer does for the so-manieth time. */
  private interface Write {
    void write(String name);
  }

  private static Write write(
      int writer, Client client, String agentKey, int round, Acknowledged acknowledged) {
    return switch (writer) {
      case 0 ->
          name ->
              note(
                  client.put("/api/admin/tenant", Map.of("industry", name)),
                  name,
                  acknowledged.profiles);
      case 1 -> name -> decide(client, agentKey, name, "run-" + round, acknowledged.decisions);
      default ->
          name ->
              note(
                  client.post("/api/admin/api-keys", Map.of("name", name)),
                  name,
                  acknowledged.keys);
    };
  }

  private static void note(Answer answer, String name, Queue<String> acknowledged) {
    if (answer.status() / 100 == 2) {
      acknowledged.add(name);
    }
  }

  private static Answer evaluate(Client client, String agentKey, String name, String run) {
    return client
        .with("X-Api-Key", agentKey)
        .with("Idempotency-Key", name)
        .post(
            "/v1/eval",
            Map.of(
                "agent_id",
                "crash-bot",
                "run_id",
                run,
                "action",
                Map.of("type", "tool_call", "tool", "bash", "arguments", Map.of("name", name))));
  }

  private static void decide(
      Client client, String agentKey, String name, String run, Queue<Decided> acknowledged) {
    Answer answer = evaluate(client, agentKey, name, run);
    if (answer.status() == 200) {
      acknowledged.add(
          new Decided(
              name,
              answer.json().path("decision_id").asText(),
              answer.json().path("session_id").asText()));
    }
  }

  private static void writeUntilKilled(
      PackagedServer server,
      String session,
      String agentKey,
      int round,
      Acknowledged acknowledged,
      long millis)
      throws Exception {
    AtomicBoolean isFinished = new AtomicBoolean();
    List<Thread> writers = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      Client client = server.visitor();
      client.setCookie("svc_session", session);
      String prefix = round + "-" + writer + "-";
      Write write = write(writer, client, agentKey, round, acknowledged);
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; !isFinished.get(); i++) {
                  try {
                    write.write(prefix + i);
                  } catch (AssertionError | RuntimeException e) {
                    // The connection broke: whether that change is stored, nobody was told.
                    return;
                  }
                }
              });
      writers.add(thread);
    }
    int before = acknowledged.keys.size();
    int decided = acknowledged.decisions.size();
    writers.forEach(Thread::start);
    Thread.sleep(millis);
    for (int i = 0;
        i < 1_000
            && (acknowledged.keys.size() < before + 20 || acknowledged.decisions.size() == decided);
        i++) {
      Thread.sleep(10);
    }
    server.kill();
    isFinished.set(true);
    for (Thread writer : writers) {
      writer.join();
    }
    assertThat(acknowledged.keys.size()).isGreaterThan(before);
    assertThat(acknowledged.decisions.size()).isGreaterThan(decided);
  }

  private static void assertNothingLost(Client admin, Acknowledged acknowledged) {
    JsonNode verdict = admin.get("/api/admin/audit-log/verify").json();
    assertThat(verdict.path("ok").asBoolean()).as(verdict.toString()).isTrue();
    Set<String> created = new HashSet<>();
    int updates = 0;
    int total = Integer.MAX_VALUE;
    for (int offset = 0; offset < total; offset += 500) {
      JsonNode page = admin.get("/api/admin/audit-log?limit=500&offset=" + offset).json();
      total = page.path("total").asInt();
      for (JsonNode entry : page.path("entries")) {
        switch (entry.path("action").asText()) {
          case "api_key.create" -> created.add(entry.at("/target/name").asText());
          case "tenant.update" -> updates++;
          default -> assertThat(entry.path("action").asText()).isNotEmpty();
        }
      }
    }
    assertThat(created).containsAll(acknowledged.keys);
    assertThat(updates).isGreaterThanOrEqualTo(acknowledged.profiles.size());
    JsonNode profile = admin.get("/api/admin/tenant").json().path("tenant");
    // Each update is one version more than the first.
    assertThat(profile.path("version").asInt()).isEqualTo(updates + 1);
  }

  /** Each is in the list, in the feed and in its session, and is what is told once more. */
  private static void assertThatNoDecisionIsLost(
      Client admin, Client agent, String agentKey, Queue<Decided> acknowledged) {
    Set<String> recorded = new HashSet<>();
    Set<String> reported = new HashSet<>();
    String cursor = "";
    do {
      JsonNode page = admin.get("/api/v1/governance/execution?limit=500" + cursor).json();
      page.path("decisions").forEach(decision -> recorded.add(decision.path("id").asText()));
      page.path("events").forEach(event -> reported.add(event.at("/payload/decision_id").asText()));
      cursor = page.path("cursor").isNull() ? "" : "&cursor=" + page.path("cursor").asText();
    } while (!cursor.isEmpty());
    Map<String, Set<String>> timelines = new HashMap<>();
    Map<String, Decided> samples = new HashMap<>();
    List<Decided> lost = new ArrayList<>();
    for (Decided decided : acknowledged) {
      Set<String> timeline =
          timelines.computeIfAbsent(decided.sessionId(), id -> decisionsOf(admin, id));
      if (!recorded.contains(decided.decisionId())
          || !reported.contains(decided.decisionId())
          || !timeline.contains(decided.decisionId())) {
        lost.add(decided);
      }
      samples.put(decided.sessionId(), decided);
    }
    assertThat(lost).isEmpty();
    for (Decided decided : samples.values()) {
      String round = decided.name().substring(0, decided.name().indexOf('-'));
      Answer again = evaluate(agent, agentKey, decided.name(), "run-" + round);
      assertThat(again.json().path("decision_id").asText()).isEqualTo(decided.decisionId());
    }
  }

  /** The decisions that a session has both an action and a decision of. */
  private static Set<String> decisionsOf(Client admin, String sessionId) {
    Set<String> actions = new HashSet<>();
    Set<String> decisions = new HashSet<>();
    JsonNode session;
    String cursor = "";
    do {
      session = admin.get("/api/sessions/" + sessionId + "?limit=1000&cursor=" + cursor).json();
      for (JsonNode entry : session.at("/session/timeline")) {
        switch (entry.path("type").asText()) {
          case "tool_call" -> actions.add(entry.path("decisionId").asText());
          case "policy_decision" -> decisions.add(entry.path("decisionId").asText());
          default -> assertThat(entry.path("seq").asInt()).isEqualTo(1);
        }
      }
      cursor = session.at("/session/timelineCursor").asText();
    } while (session.at("/session/timelineTruncated").asBoolean());
    assertThat(actions).isEqualTo(decisions);
    assertThat(session.at("/session/counts/decisions").asInt()).isEqualTo(decisions.size());
    return decisions;
  }

  private void assertFileIntact(Path file) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      assertThat(first(statement, "PRAGMA integrity_check")).isEqualTo("ok");
      assertThat(first(statement, "SELECT count(*) FROM pragma_foreign_key_check")).isEqualTo("0");
      // What is in the log is in the tables, and the other way round.
      assertThat(first(statement, "SELECT count(*) FROM api_key"))
          .isEqualTo(
              first(
                  statement,
                  "SELECT count(*) FROM audit_entry WHERE entry LIKE '%\"api_key.create\"%'"));
      // What was decided is in the feed, in its session and in the counts, and nothing else is.
      String decisions = first(statement, "SELECT count(*) FROM decision");
      for (String other :
          List.of(
              "SELECT count(*) FROM event WHERE event_type = 'execution.routing_decision'",
              "SELECT count(*) FROM evidence WHERE type = 'policy_decision'",
              "SELECT sum(decisions) FROM decision_hour",
              "SELECT sum(decisions) FROM agent_session")) {
        assertThat(first(statement, other)).as(other).isEqualTo(decisions);
      }
    }
  }

  private static String first(Statement statement, String question) throws Exception {
    try (ResultSet rows = statement.executeQuery(question)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
