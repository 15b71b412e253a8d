package io.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.TestServer;
import io.svc.server.testing.Answer;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.Client;
import io.svc.server.testing.HandClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signing in by password, and what slows down who guesses one. */
class PasswordSignInTest {
  private static final String WRONG = "not the password";

  @TempDir private Path directory;
  private final HandClock clock = HandClock.at(Instant.parse("2026-11-20T09:00:00Z"));
  private TestServer server;

  @BeforeEach
  void start() {
    server = TestServer.start(directory, Map.of(), clock);
    server
        .visitor()
        .post(
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

  private Answer signIn(String name, String password) {
    return server.visitor().post("/api/auth/login", Map.of("username", name, "password", password));
  }

  private static void expect(Answer answer, int status, String code) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    assertThat(answer.code()).as("%s", answer).isEqualTo(code);
  }

  @Test
  void by_name_or_address_in_any_case() {
    assertThat(signIn("ada", TestServer.PASSWORD).status()).isEqualTo(200);
    assertThat(signIn(" ADA ", TestServer.PASSWORD).status()).isEqualTo(200);
    assertThat(signIn("Ada@Example.COM", TestServer.PASSWORD).status()).isEqualTo(200);
    assertThat(
            server
                .visitor()
                .post(
                    "/api/auth/login",
                    Map.of("email", "ada@example.com", "password", TestServer.PASSWORD))
                .status())
        .isEqualTo(200);
  }

  @Test
  void what_is_missing_is_reported() {
    Answer answer = server.visitor().post("/api/auth/login", Map.of());

    expect(answer, 400, "validation_failed");
    assertThat(answer.json().path("errors").findValuesAsText("field"))
        .containsExactly("username", "password");
  }

  @Test
  void a_password_counts_to_its_last_character() {
    expect(signIn("ada", TestServer.PASSWORD + " "), 401, "invalid_credentials");
    expect(signIn("ada", TestServer.PASSWORD.toUpperCase(Locale.ROOT)), 401, "invalid_credentials");
  }

  @Test
  void a_wrong_name_has_the_same_error_as_a_wrong_password() {
    Answer wrongPassword = signIn("ada", WRONG);
    Answer wrongName = signIn("nobody", WRONG);

    expect(wrongPassword, 401, "invalid_credentials");
    assertThat(withoutId(wrongName)).isEqualTo(withoutId(wrongPassword));
    assertThat(wrongName.headers().map().keySet())
        .isEqualTo(wrongPassword.headers().map().keySet());
  }

  private static ObjectNode withoutId(Answer answer) {
    ObjectNode body = (ObjectNode) answer.json();
    body.remove("requestId");
    return body;
  }

  @Test
  void after_five_failures_a_name_has_to_wait_longer_and_longer() {
    for (String name : List.of("ada", "nobody")) {
      for (int i = 0; i < 5; i++) {
        expect(signIn(name, WRONG), 401, "invalid_credentials");
      }
      for (int seconds = 1; seconds <= 512; seconds *= 2) {
        Answer answer = signIn(name, WRONG);
        expect(answer, 429, "too_many_attempts");
        long wait = Long.parseLong(answer.header("Retry-After").orElseThrow());
        assertThat(wait).isBetween((long) seconds, seconds + 1L);
        assertThat(answer.json().path("retryAfterSeconds").asLong()).isEqualTo(wait);
        clock.advance(Duration.ofSeconds(wait));
        expect(signIn(name, WRONG), 401, "invalid_credentials");
      }
      clock.advance(Duration.ofMinutes(15).plusSeconds(1));
      expect(signIn(name, WRONG), 401, "invalid_credentials");
    }
  }

  @Test
  void the_right_password_has_to_wait_too_and_then_clears_the_name() {
    for (int i = 0; i < 5; i++) {
      signIn("ada", WRONG);
    }
    expect(signIn("ADA", TestServer.PASSWORD), 429, "too_many_attempts");
    clock.advance(Duration.ofSeconds(2));

    assertThat(signIn("ada", TestServer.PASSWORD).status()).isEqualTo(200);
    for (int i = 0; i < 4; i++) {
      expect(signIn("ada", WRONG), 401, "invalid_credentials");
    }
  }

  @Test
  void failures_are_forgotten_after_a_day() {
    for (int i = 0; i < 5; i++) {
      signIn("ada", WRONG);
    }
    clock.advance(Duration.ofHours(25));

    for (int i = 0; i < 5; i++) {
      expect(signIn("ada", WRONG), 401, "invalid_credentials");
    }
  }

  @Test
  void one_name_has_to_wait_and_no_other() {
    for (int i = 0; i < 6; i++) {
      signIn("nobody", WRONG);
    }

    assertThat(signIn("ada", TestServer.PASSWORD).status()).isEqualTo(200);
  }

  @Test
  void guessing_many_at_once_gains_nothing() {
    List<Integer> statuses = AtOnce.run(24, i -> signIn("ada", WRONG).status());

    assertThat(statuses).containsOnly(401, 429);
    assertThat(statuses).filteredOn(status -> status == 401).hasSize(5);
  }

  @Test
  void signing_in_many_times_at_once_is_no_guessing() {
    List<Integer> statuses = AtOnce.run(24, i -> signIn("ada", TestServer.PASSWORD).status());

    assertThat(statuses).containsOnly(200);
  }

  @Test
  void failures_and_the_wait_are_in_the_audit_log_and_what_was_typed_is_not() {
    for (int i = 0; i < 5; i++) {
      signIn("ada", WRONG);
    }
    signIn("Tr0ub4dor&3 typed into the wrong field", WRONG);

    List<String> entries =
        server
            .database()
            .read(
                tx ->
                    tx.handle()
                        .createQuery("SELECT entry FROM audit_entry ORDER BY at, seq")
                        .mapTo(String.class)
                        .list());
    assertThat(entries)
        .filteredOn(e -> e.contains("\"auth.login\"") && e.contains("\"failure\""))
        .hasSize(6);
    assertThat(entries).filteredOn(e -> e.contains("\"auth.lockout\"")).hasSize(1);
    assertThat(String.join("\n", entries)).doesNotContain("Tr0ub4dor", WRONG);
  }

  @Test
  void a_disabled_user_gets_the_same_error_as_wrong_credentials() {
    Client before = server.visitor();
    before.post("/api/auth/login", Map.of("username", "ada", "password", TestServer.PASSWORD));
    server.database().change(tx -> tx.handle().execute("UPDATE account SET status = 'disabled'"));

    expect(signIn("ada", TestServer.PASSWORD), 401, "invalid_credentials");
    expect(before.get("/api/auth/session"), 401, "unauthenticated");
  }
}
