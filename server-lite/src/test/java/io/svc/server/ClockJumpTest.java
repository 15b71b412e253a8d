package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.HandClock;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/faults.md says of a clock that is set while the server runs. */
@Tag("thorough")
class ClockJumpTest {
  private final HandClock clock = HandClock.now();
  @TempDir private Path directory;
  private TestServer server;
  private Client admin;
  private Client agent;
  private String login;

  @BeforeEach
  void start() {
    server = TestServer.start(directory, Map.of(), clock);
    admin = server.admin();
    login = admin.get("/api/auth/session").json().at("/user/username").asText();
    String key =
        admin
            .post("/api/admin/api-keys", Map.of("name", "agent", "scopes", List.of("eval:write")))
            .json()
            .path("key")
            .asText();
    agent = server.visitor().with("X-Api-Key", key);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String decide(Client client, int i) {
    Answer answer =
        client.post(
            "/v1/eval",
            Map.of(
                "agent_id",
                "bot",
                "run_id",
                "run",
                "action",
                Map.of("type", "tool_call", "tool", "bash", "arguments", Map.of("n", "" + i))));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return answer.json().path("decision_id").asText();
  }

  private Client signedIn() {
    Client client = server.visitor();
    Answer answer =
        client.post("/api/auth/login", Map.of("username", login, "password", TestServer.PASSWORD));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return client;
  }

  /** The decisions in the order of the feed, read in pages of two. */
  private static List<String> feed(Client client) {
    List<String> reported = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = client.get("/api/v1/governance/execution?limit=2" + cursor).json();
      for (JsonNode event : page.path("events")) {
        if (event.at("/payload/decision_id").isTextual()) {
          reported.add(event.at("/payload/decision_id").asText());
        }
      }
      cursor = page.path("cursor").isNull() ? "" : "&cursor=" + page.path("cursor").asText();
    } while (!cursor.isEmpty());
    return reported;
  }

  private static void assertChainIntact(Client client) {
    assertThat(client.get("/api/admin/audit-log/verify").json().path("ok").asBoolean()).isTrue();
  }

  @Test
  void an_hour_back_changes_neither_who_is_signed_in_nor_any_order() {
    List<String> decisions = new ArrayList<>();
    decisions.add(decide(agent, 0));
    String once = decide(agent.with("Idempotency-Key", "once"), 1);
    decisions.add(once);

    clock.advance(Duration.ofMinutes(-59));

    for (int i = 2; i < 6; i++) {
      decisions.add(decide(agent.with("Idempotency-Key", "other-" + i), i));
    }
    assertThat(decide(agent.with("Idempotency-Key", "once"), 1)).isEqualTo(once);
    assertThat(admin.get("/api/admin/tenant").status()).isEqualTo(200);
    assertThat(admin.put("/api/admin/tenant", Map.of("industry", "clocks")).status())
        .isEqualTo(200);
    assertThat(feed(admin)).containsExactlyElementsOf(decisions);
    assertChainIntact(admin);
  }

  @Test
  void months_ahead_end_sessions_and_what_begins_there_does_not_outlive_it() {
    String before = decide(agent, 0);
    clock.advance(Duration.ofDays(60));
    assertThat(admin.get("/api/admin/tenant").status()).isEqualTo(401);
    Client ahead = signedIn();
    String there = decide(agent, 1);
    for (int i = 0; i < 6; i++) {
      server.visitor().post("/api/auth/login", Map.of("username", login, "password", "wrong 7 x"));
    }
    assertChainIntact(ahead);

    clock.advance(Duration.ofDays(-60));

    assertThat(ahead.get("/api/admin/tenant").status()).isEqualTo(401);
    Client back = signedIn();
    String after = decide(agent, 2);
    assertThat(feed(back)).containsExactly(before, there, after);
    assertChainIntact(back);
    assertThat(back.get("/readyz").status()).isEqualTo(200);
  }

  @Test
  void a_store_that_takes_no_changes_is_read_by_those_who_are_signed_in() {
    clock.advance(Duration.ofMinutes(2));
    // As on a disk that is read-only or full: the writer's connection refuses from now on.
    assertThatThrownBy(
            () -> server.database().change(tx -> tx.handle().execute("PRAGMA query_only = 1")))
        .hasRootCauseInstanceOf(SQLException.class);

    assertThat(admin.get("/api/admin/tenant").status()).isEqualTo(200);
    Answer rejected = admin.put("/api/admin/tenant", Map.of("industry", "none"));

    assertThat(rejected.status()).isEqualTo(503);
    assertThat(rejected.code()).isEqualTo("store_unavailable");
    assertThat(server.visitor().get("/readyz").status()).isEqualTo(503);
  }
}
