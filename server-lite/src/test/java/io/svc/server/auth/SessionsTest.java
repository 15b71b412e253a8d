package io.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.TestServer;
import io.svc.server.http.Permission;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.HandClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long a session lasts, and what ends it. */
class SessionsTest {
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

  private static Answer session(Client client) {
    return client.get("/api/auth/session");
  }

  private Client another() {
    Client client = server.visitor();
    assertThat(signIn(client).status()).isEqualTo(200);
    return client;
  }

  private static Answer signIn(Client client) {
    return client.post(
        "/api/auth/login", Map.of("username", "ada", "password", TestServer.PASSWORD));
  }

  @Test
  void reports_who_is_signed_in_and_what_he_may() {
    Answer answer = session(ada);

    assertThat(answer.json().path("authenticated").asBoolean()).isTrue();
    assertThat(answer.json().at("/user/username").asText()).isEqualTo("ada");
    assertThat(answer.json().path("permissions")).hasSize(Permission.values().length);
    assertThat(answer.json().at("/features/sso").asBoolean()).isFalse();
    assertThat(Instant.parse(answer.json().path("expiresAt").asText()))
        .isEqualTo(clock.instant().plus(Duration.ofHours(1)));
    assertThat(answer.text()).doesNotContain("hash", "argon2");
  }

  @Test
  void ends_after_an_hour_without_a_request() {
    clock.advance(Duration.ofMinutes(59));
    assertThat(session(ada).status()).isEqualTo(200);
    clock.advance(Duration.ofMinutes(59));
    assertThat(session(ada).status()).isEqualTo(200);
    clock.advance(Duration.ofMinutes(61));

    assertThat(session(ada).status()).isEqualTo(401);
  }

  @Test
  void ends_after_twelve_hours_in_any_case() {
    for (int i = 0; i < 14; i++) {
      clock.advance(Duration.ofMinutes(50));
      assertThat(session(ada).status()).as("after %d calls", i).isEqualTo(200);
    }
    clock.advance(Duration.ofMinutes(21));

    assertThat(session(ada).status()).isEqualTo(401);
  }

  @Test
  void is_not_kept_alive_by_a_page_that_polls() {
    Client polling = ada.with("X-Svc-Background", "1");
    for (int i = 0; i < 5; i++) {
      clock.advance(Duration.ofMinutes(11));
      assertThat(session(polling).status()).isEqualTo(200);
    }
    clock.advance(Duration.ofMinutes(6));

    assertThat(session(polling).status()).isEqualTo(401);
  }

  @Test
  void logout_ends_it_and_leads_to_the_sign_in_page() {
    String token = ada.cookie("svc_session");

    Answer answer = ada.get("/api/auth/logout");

    assertThat(answer.status()).isEqualTo(307);
    assertThat(answer.header("Location")).contains("/login?status=signed-out");
    assertThat(answer.header("Set-Cookie").orElse(""))
        .startsWith("svc_session=; ")
        .contains("Max-Age=0");
    assertThat(ada.cookie("svc_session")).isEmpty();
    Client thief = server.visitor();
    thief.setCookie("svc_session", token);
    assertThat(session(thief).status()).isEqualTo(401);
  }

  @Test
  void logout_ends_one_session_and_no_other() {
    Client second = another();

    ada.get("/api/auth/logout");

    assertThat(session(second).status()).isEqualTo(200);
  }

  @Test
  void logout_works_for_who_is_not_signed_in() {
    Client visitor = server.visitor();
    visitor.setCookie("svc_session", "of a session that is over");

    assertThat(visitor.get("/api/auth/logout").status()).isEqualTo(307);
    assertThat(server.visitor().get("/api/auth/logout").status()).isEqualTo(307);
  }

  @Test
  void signing_in_again_gives_a_new_one_and_ends_the_old() {
    String old = ada.cookie("svc_session");

    assertThat(signIn(ada).status()).isEqualTo(200);

    assertThat(ada.cookie("svc_session")).isNotEqualTo(old);
    Client thief = server.visitor();
    thief.setCookie("svc_session", old);
    assertThat(session(thief).status()).isEqualTo(401);
  }

  @Test
  void a_session_that_an_attacker_chose_is_never_taken_over() {
    Client victim = server.visitor();
    victim.setCookie("svc_session", "A".repeat(43));

    signIn(victim);

    assertThat(victim.cookie("svc_session")).isNotEqualTo("A".repeat(43));
  }

  @Test
  void the_store_contains_no_token() {
    String token = ada.cookie("svc_session");

    String stored =
        server
            .database()
            .read(
                tx ->
                    tx.handle()
                        .createQuery("SELECT token_hash FROM web_session")
                        .mapTo(String.class)
                        .one());

    assertThat(stored).hasSize(64).isNotEqualTo(token);
  }

  @Test
  void outlives_a_restart_of_the_server() {
    String token = ada.cookie("svc_session");
    server.close();
    server = TestServer.start(directory, Map.of(), clock);
    Client again = server.visitor();
    again.setCookie("svc_session", token);

    assertThat(session(again).status()).isEqualTo(200);
  }
}
