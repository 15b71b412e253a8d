package io.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.TestServer;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.HandClock;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody who is signed in does about his own sign-in. */
class AccountSecurityTest {
  private static final String OTHER = "quite another 42";

  @TempDir private Path directory;
  private final HandClock clock = HandClock.at(Instant.parse("2026-11-20T09:00:00Z"));
  private TestServer server;
  private Client ada;

  @BeforeEach
  void start() {
    server = TestServer.start(directory, Map.of(), clock);
    ada = server.visitor();
    ada.post(
        "/api/auth/register",
        Map.of(
            "username", "ada",
            "email", "ada@example.com",
            "password", TestServer.PASSWORD,
            "workspaceName", "Example"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Client signedIn(String password) {
    Client client = server.visitor();
    client.post("/api/auth/login", Map.of("username", "ada", "password", password));
    return client;
  }

  private static int session(Client client) {
    return client.get("/api/auth/session").status();
  }

  private static Answer change(Client client, String current, String expected) {
    return client.post(
        "/api/auth/change-password", Map.of("currentPassword", current, "newPassword", expected));
  }

  @Test
  void a_new_password_ends_all_other_sessions_and_renews_this_one() {
    Client phone = signedIn(TestServer.PASSWORD);
    String before = ada.cookie("svc_session");

    Answer answer = change(ada, TestServer.PASSWORD, OTHER);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(ada.cookie("svc_session")).isNotEqualTo(before);
    assertThat(session(ada)).isEqualTo(200);
    assertThat(session(phone)).isEqualTo(401);
    assertThat(session(signedIn(TestServer.PASSWORD))).isEqualTo(401);
    assertThat(session(signedIn(OTHER))).isEqualTo(200);
    Client thief = server.visitor();
    thief.setCookie("svc_session", before);
    assertThat(session(thief)).isEqualTo(401);
  }

  @Test
  void a_session_alone_cannot_change_the_password() {
    Answer answer = change(ada, "a wrong guess", OTHER);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text()).contains("currentPassword").doesNotContain(OTHER, "a wrong guess");
    assertThat(session(signedIn(TestServer.PASSWORD))).isEqualTo(200);
    assertThat(ada.get("/api/admin/audit-log?category=auth").text()).contains("auth.prove");
  }

  @Test
  void guessing_the_current_password_has_to_wait_as_at_the_door() {
    for (int i = 0; i < 5; i++) {
      assertThat(change(ada, "guess " + i, OTHER).status()).isEqualTo(400);
    }

    assertThat(change(ada, TestServer.PASSWORD, OTHER).code()).isEqualTo("too_many_attempts");
  }

  @Test
  void a_weak_password_is_rejected_before_the_current_one_is_checked() {
    Answer answer = change(ada, TestServer.PASSWORD, "Preflight1");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text()).contains("newPassword");
  }

  @Test
  void one_sees_where_one_is_signed_in_and_ends_it() {
    Client phone = signedIn(TestServer.PASSWORD);
    Client tablet = signedIn(TestServer.PASSWORD);

    Answer list = ada.get("/api/auth/sessions");
    assertThat(list.json().path("sessions")).hasSize(3);
    assertThat(list.json().path("sessions").findValuesAsText("current")).containsOnlyOnce("true");
    assertThat(list.text()).doesNotContain(ada.cookie("svc_session"));
    String id =
        phone.get("/api/auth/sessions").json().path("sessions").findParents("current").stream()
            .filter(item -> item.path("current").asBoolean())
            .findFirst()
            .orElseThrow()
            .path("id")
            .asText();

    Answer item =
        ada.post(
            "/api/auth/end-sessions",
            Map.of("currentPassword", TestServer.PASSWORD, "sessionId", id));
    assertThat(item.json().path("ended").asInt()).isEqualTo(1);
    assertThat(session(phone)).isEqualTo(401);
    assertThat(session(tablet)).isEqualTo(200);
    Answer others =
        ada.post("/api/auth/end-sessions", Map.of("currentPassword", TestServer.PASSWORD));
    assertThat(others.json().path("ended").asInt()).isEqualTo(1);
    assertThat(session(tablet)).isEqualTo(401);
    assertThat(session(ada)).isEqualTo(200);
  }

  @Test
  void sessions_are_not_ended_without_proof_or_by_other_users() {
    Client phone = signedIn(TestServer.PASSWORD);
    Client stranger = server.admin();
    String id = ada.get("/api/auth/sessions").json().at("/sessions/0/id").asText();

    assertThat(ada.post("/api/auth/end-sessions", Map.of()).status()).isEqualTo(400);
    Answer answer =
        stranger.post(
            "/api/auth/end-sessions",
            Map.of("currentPassword", TestServer.PASSWORD, "sessionId", id));

    assertThat(answer.status()).isEqualTo(404);
    assertThat(session(phone)).isEqualTo(200);
    assertThat(session(ada)).isEqualTo(200);
  }
}
