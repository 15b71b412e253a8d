package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import jakarta.mail.internet.MimeMessage;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes by mail, through a real mail server and back. */
@Tag("thorough")
class MailFlowTest {
  private static final Pattern TOKEN = Pattern.compile("#token=([A-Za-z0-9_-]+)");
  private static final long PATIENCE_MILLIS = 120_000;

  @TempDir Path directory;
  private GreenMail mails;
  private TestServer server;

  @BeforeEach
  void start() {
    mails = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    mails.start();
    String url =
        "smtp://127.0.0.1:" + mails.getSmtp().getPort() + "?starttls=off&from=svc@example.com";
    server = TestServer.start(directory, Map.of("SVC_SMTP_URL", url), Clock.systemUTC());
  }

  @AfterEach
  void stop() {
    server.close();
    mails.stop();
  }

  private String tokenIn(int number) {
    assertThat(mails.waitForIncomingEmail(PATIENCE_MILLIS, number)).isTrue();
    MimeMessage mail = mails.getReceivedMessages()[number - 1];
    Matcher token =
        TOKEN.matcher(GreenMailUtil.getBody(mail).replace("=\r\n", "").replace("=3D", "="));
    assertThat(token.find()).as(GreenMailUtil.getBody(mail)).isTrue();
    return token.group(1);
  }

  @Test
  void a_forgotten_password_is_replaced_once_and_ends_all_sessions() {
    Client admin = server.admin();
    String email = admin.get("/api/auth/session").json().path("user").path("email").asText();
    Client visitor = server.visitor();

    Answer known = visitor.post("/api/auth/forgot-password", Map.of("email", email));
    Answer unknown =
        visitor.post("/api/auth/forgot-password", Map.of("email", "nobody@example.com"));
    assertThat(known.status()).isEqualTo(200);
    assertThat(unknown.text()).isEqualTo(known.text());

    String token = tokenIn(1);
    Map<String, String> reset = Map.of("token", token, "password", "quite another 42");
    assertThat(visitor.post("/api/auth/reset-password", reset).status()).isEqualTo(200);
    assertThat(visitor.post("/api/auth/reset-password", reset).code()).isEqualTo("token_invalid");
    assertThat(visitor.get("/api/auth/session").status()).isEqualTo(401);
    assertThat(admin.get("/api/auth/session").status()).isEqualTo(401);
    assertThat(signIn(email, TestServer.PASSWORD).status()).isEqualTo(401);
    assertThat(signIn(email, "quite another 42").status()).isEqualTo(200);
    assertThat(mails.waitForIncomingEmail(PATIENCE_MILLIS, 2)).isTrue();
    assertThat(GreenMailUtil.getBody(mails.getReceivedMessages()[1]))
        .contains("was changed")
        .doesNotContain("token=", "quite another 42");
  }

  @Test
  void only_the_last_link_is_good_and_no_more_than_five_are_sent() {
    Client admin = server.admin();
    String email = admin.get("/api/auth/session").json().path("user").path("email").asText();
    for (int i = 0; i < 7; i++) {
      Answer answer = server.visitor().post("/api/auth/forgot-password", Map.of("email", email));
      assertThat(answer.status()).isEqualTo(200);
    }
    String last = tokenIn(5);
    String first = tokenIn(1);

    assertThat(reset(first).code()).isEqualTo("token_invalid");
    assertThat(mails.getReceivedMessages()).hasSize(5);
    assertThat(reset(last).status()).isEqualTo(200);
  }

  @Test
  void an_invitation_is_mailed_and_its_link_is_not_returned_to_the_inviter() {
    Client admin = server.admin();

    Answer invited =
        admin.post(
            "/api/admin/invite",
            Map.of("email", "ünwanted@example.com".replace("ü", "u"), "message", "Grüße"));

    assertThat(invited.status()).isEqualTo(200);
    assertThat(invited.json().path("inviteUrl").isNull()).isTrue();
    Client guest = server.visitor();
    Answer accepted =
        guest.post(
            "/api/auth/accept-invite",
            Map.of("token", tokenIn(1), "name", "Guest", "password", TestServer.PASSWORD));
    assertThat(accepted.status()).as(accepted.toString()).isEqualTo(200);
    assertThat(guest.get("/api/auth/session").json().path("role").asText())
        .isEqualTo("role_viewer");
    assertThat(admin.get("/api/admin/invite").text()).contains("\"deliveryStatus\":\"delivered\"");
  }

  @Test
  void what_is_mailed_does_not_lie_in_the_store() throws Exception {
    Client admin = server.admin();
    admin.post("/api/admin/invite", Map.of("email", "guest@example.com"));
    String token = tokenIn(1);

    server.close();
    try (var files = java.nio.file.Files.walk(directory)) {
      for (Path file : files.filter(java.nio.file.Files::isRegularFile).toList()) {
        String content =
            new String(
                java.nio.file.Files.readAllBytes(file),
                java.nio.charset.StandardCharsets.ISO_8859_1);
        assertThat(content).as(file.getFileName().toString()).doesNotContain(token);
      }
    }
    server = TestServer.start(directory);
  }

  private Answer reset(String token) {
    return server
        .visitor()
        .post(
            "/api/auth/reset-password", Map.of("token", token, "newPassword", "quite another 42"));
  }

  private Answer signIn(String email, String password) {
    return server.visitor().post("/api/auth/login", Map.of("email", email, "password", password));
  }
}
