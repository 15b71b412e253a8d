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
class CrashIT {
  private static final int WRITERS = 6;

  @TempDir private Path directory;

  @Test
  void a_server_that_is_killed_loses_nothing_that_it_acknowledged() throws Exception {
    killAndAsk(3);
  }

  @Test
  @Tag("thorough")
  void one_that_is_killed_a_dozen_times_loses_nothing_either() throws Exception {
    killAndAsk(12);
  }

  private void killAndAsk(int kills) throws Exception {
    Path data = directory.resolve("data");
    Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
    Queue<String> profiles = new ConcurrentLinkedQueue<>();
    Random random = new Random(7);
    String session = "";
    for (int round = 0; round <= kills; round++) {
      try (PackagedServer server = PackagedServer.start(directory, data)) {
        Client admin = round == 0 ? server.admin() : server.visitor();
        if (round == 0) {
          session = admin.cookie("svc_session");
          assertThat(session).isNotEmpty();
        }
        admin.setCookie("svc_session", session);
        if (round == kills) {
          assertThatNothingIsLost(admin, acknowledged, profiles);
          server.askToEnd();
          assertThat(server.exitCode()).isZero();
          break;
        }
        writeUntilKilled(server, session, round, acknowledged, profiles, 300 + random.nextInt(900));
      }
    }
    assertThatTheFileIsWhole(data.resolve("app.db"));
  }

  private static void writeUntilKilled(
      PackagedServer server,
      String session,
      int round,
      Queue<String> acknowledged,
      Queue<String> profiles,
      long millis)
      throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    List<Thread> writers = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      Client client = server.visitor();
      client.setCookie("svc_session", session);
      String prefix = round + "-" + writer + "-";
      boolean isOfProfiles = writer == 0;
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; !isOver.get(); i++) {
                  String name = prefix + i;
                  try {
                    Answer answer =
                        isOfProfiles
                            ? client.put("/api/admin/tenant", Map.of("industry", name))
                            : client.post("/api/admin/api-keys", Map.of("name", name));
                    if (answer.status() / 100 == 2) {
                      (isOfProfiles ? profiles : acknowledged).add(name);
                    }
                  } catch (AssertionError | RuntimeException e) {
                    // The connection broke: whether that change is stored, nobody was told.
                    return;
                  }
                }
              });
      writers.add(thread);
    }
    int before = acknowledged.size();
    writers.forEach(Thread::start);
    Thread.sleep(millis);
    for (int i = 0; i < 1_000 && acknowledged.size() < before + 20; i++) {
      Thread.sleep(10);
    }
    server.kill();
    isOver.set(true);
    for (Thread writer : writers) {
      writer.join();
    }
    assertThat(acknowledged.size()).isGreaterThan(before);
  }

  private static void assertThatNothingIsLost(
      Client admin, Queue<String> acknowledged, Queue<String> profiles) {
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
    assertThat(created).containsAll(acknowledged);
    assertThat(updates).isGreaterThanOrEqualTo(profiles.size());
    JsonNode profile = admin.get("/api/admin/tenant").json().path("tenant");
    // Each update is one version more than the first.
    assertThat(profile.path("version").asInt()).isEqualTo(updates + 1);
  }

  private void assertThatTheFileIsWhole(Path file) throws Exception {
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
    }
  }

  private static String first(Statement statement, String question) throws Exception {
    try (ResultSet rows = statement.executeQuery(question)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
