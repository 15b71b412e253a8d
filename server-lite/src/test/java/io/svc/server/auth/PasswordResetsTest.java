package io.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.TestServer;
import io.svc.server.http.Call;
import io.svc.server.testing.Answer;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.Client;
import io.svc.server.testing.HandClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** New passwords for who forgot the old one. */
class PasswordResetsTest {
  private static final String TOKEN = "tY3vJmQpX0bq0P7l1sVQkq3uUoE4H0m5cYk2m8fR1dA";
  private static final String BETTER = "many more horses 8";

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
            "username", "ada-example",
            "email", "ada@example.com",
            "password", TestServer.PASSWORD,
            "workspaceName", "Example"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Answer requestReset(String email) {
    return requestReset(Map.of("email", email));
  }

  /** Sends the request, and waits for the job that answers it. */
  private Answer requestReset(Map<String, Object> body) {
    Answer answer = server.visitor().post("/api/auth/forgot-password", body);
    for (int i = 0; i < 200 && count("reset_request WHERE sealed IS NOT NULL") > 0; i++) {
      try {
        Thread.sleep(25);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    assertThat(count("reset_request WHERE sealed IS NOT NULL")).isZero();
    return answer;
  }

  private Answer reset(String token, String password) {
    return server
        .visitor()
        .post("/api/auth/reset-password", Map.of("token", token, "newPassword", password));
  }

  private Answer signIn(String password) {
    return server
        .visitor()
        .post("/api/auth/login", Map.of("username", "ada-example", "password", password));
  }

  private int count(String table) {
    return server
        .database()
        .read(
            tx ->
                tx.handle()
                    .createQuery("SELECT count(*) FROM " + table)
                    .mapTo(Integer.class)
                    .one());
  }

  /** Stands for the link in a mail, which the store holds the hash of only. */
  private void storeToken() {
    server
        .database()
        .change(
            tx ->
                tx.handle()
                    .execute(
                        "INSERT INTO password_reset (token_hash, user_id, expires_at)"
                            + " SELECT ?, user_id, ? FROM account",
                        Call.sha256(TOKEN),
                        tx.now().plus(Duration.ofHours(1)).toEpochMilli()));
  }

  private static void expect(Answer answer, int status, String code) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    assertThat(answer.code()).as("%s", answer).isEqualTo(code);
  }

  @Test
  void the_answer_does_not_report_whether_an_address_is_known() {
    Answer known = requestReset("ada@example.com");
    Answer unknown = requestReset("unknown@example.com");
    Answer odd = requestReset("no address at all");

    assertThat(known.status()).isEqualTo(200);
    assertThat(unknown.text()).isEqualTo(known.text());
    assertThat(odd.text()).isEqualTo(known.text());
    assertThat(count("password_reset")).isEqualTo(1);
    assertThat(count("outgoing_mail")).isEqualTo(1);
  }

  @Tag("thorough")
  @Test
  void the_answer_is_the_same_whatever_is_asked() {
    String usual = requestReset("unknown@example.com").text();
    for (Map<String, Object> body :
        List.<Map<String, Object>>of(
            Map.of("username", "ada-example"),
            Map.of("username", "nobody"),
            Map.of("email", ""),
            Map.of())) {
      Answer answer = requestReset(body);

      assertThat(answer.status()).as("%s", body).isEqualTo(200);
      assertThat(answer.text()).as("%s", body).isEqualTo(usual);
    }
    assertThat(count("outgoing_mail")).isEqualTo(1);
  }

  @Tag("thorough")
  @Test
  void a_name_and_its_address_get_five_mails_together() {
    for (int i = 0; i < 4; i++) {
      requestReset("ada@example.com");
      requestReset(Map.of("username", "ADA-example"));
    }

    assertThat(count("outgoing_mail")).isEqualTo(5);
  }

  @Tag("thorough")
  @Test
  void an_address_gets_five_mails_in_a_quarter_of_an_hour() {
    IntStream.range(0, 8)
        .forEach(i -> assertThat(requestReset("ADA@example.com").status()).isEqualTo(200));
    assertThat(count("outgoing_mail")).isEqualTo(5);

    clock.advance(Duration.ofMinutes(16));
    requestReset("ada@example.com");

    assertThat(count("outgoing_mail")).isEqualTo(6);
  }

  @Test
  void a_newer_link_replaces_the_older() {
    storeToken();

    requestReset("ada@example.com");

    assertThat(count("password_reset")).isEqualTo(1);
    expect(reset(TOKEN, BETTER), 400, "token_invalid");
  }

  @Test
  void the_mail_lies_sealed_in_the_store() {
    requestReset("ada@example.com");

    String sealed =
        server
            .database()
            .read(
                tx ->
                    tx.handle()
                        .createQuery("SELECT sealed FROM outgoing_mail")
                        .mapTo(String.class)
                        .one());

    assertThat(sealed).doesNotContain("reset", "example.com", "http");
  }

  @Test
  void sets_the_password_once_and_ends_all_sessions() {
    storeToken();

    Answer answer = reset(TOKEN, BETTER);

    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    assertThat(answer.header("Set-Cookie")).isEmpty();
    assertThat(ada.get("/api/auth/session").status()).isEqualTo(401);
    expect(signIn(TestServer.PASSWORD), 401, "invalid_credentials");
    assertThat(signIn(BETTER).status()).isEqualTo(200);
    expect(reset(TOKEN, "yet another horse 9"), 400, "token_invalid");
  }

  @Test
  void of_many_at_once_with_one_link_one_wins() {
    storeToken();

    assertThat(AtOnce.run(6, i -> reset(TOKEN, BETTER + i).status()).stream().sorted())
        .containsExactly(200, 400, 400, 400, 400, 400);
  }

  @Test
  void a_link_is_good_for_an_hour() {
    storeToken();
    clock.advance(Duration.ofMinutes(61));

    expect(reset(TOKEN, BETTER), 400, "token_invalid");
  }

  @Test
  void a_weak_password_is_rejected_and_the_link_stays_good() {
    storeToken();

    expect(reset(TOKEN, "password"), 400, "validation_failed");
    expect(reset(TOKEN, "Ada-Example"), 400, "validation_failed");
    expect(reset(TOKEN, "ada@example.com"), 400, "validation_failed");

    assertThat(reset(TOKEN, BETTER).status()).isEqualTo(200);
  }

  @Test
  void the_field_may_be_called_password() {
    storeToken();

    assertThat(
            server
                .visitor()
                .post("/api/auth/reset-password", Map.of("token", TOKEN, "password", BETTER))
                .status())
        .isEqualTo(200);
  }

  @Test
  void a_link_that_was_invented_is_rejected() {
    expect(reset("A".repeat(43), BETTER), 400, "token_invalid");
    expect(reset("", BETTER), 400, "validation_failed");
    expect(reset("A".repeat(201), BETTER), 400, "validation_failed");
  }
}
