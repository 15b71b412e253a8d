package io.svc.server.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.svc.server.egress.NetworkGuard;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MailerTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Mail MAIL =
      new Mail("dana@example.com", "Einladung für Müller ✓", "Grüße\n.\nnoch eine Zeile");

  private GreenMail server;

  @BeforeEach
  void start() {
    server =
        new GreenMail(
            new ServerSetup[] {
              new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP),
              new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTPS)
            });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop();
  }

  @Test
  void a_mail_arrives_as_it_was_written() throws Exception {
    mailer("", "from=Svc%20Wächter%20%3Csvc@example.com%3E").send(MAIL);

    MimeMessage received = server.getReceivedMessages()[0];
    assertThat(received.getSubject()).isEqualTo("Einladung für Müller ✓");
    assertThat(((String) received.getContent()).replace("\r\n", "\n"))
        .isEqualTo("Grüße\n.\nnoch eine Zeile");
    assertThat(received.getContentType()).isEqualToIgnoringCase("text/plain; charset=UTF-8");
    assertThat(received.getFrom()[0]).hasToString("=?UTF-8?Q?Svc_W=C3=A4chter?= <svc@example.com>");
    assertThat(received.getAllRecipients())
        .extracting("address")
        .containsExactlyElementsOf(MAIL.to());
    assertThat(received.getHeader("Auto-Submitted")).containsExactly("auto-generated");
    assertThat(received.getSentDate()).isEqualTo(Date.from(NOW));
  }

  @Test
  void a_mail_can_have_several_recipients_and_an_identifier() throws Exception {
    Mail mail =
        new Mail(
            List.of("dana@example.com", "eli@example.com"), "News", "Text", Optional.of("msg_1"));
    assertThat(mailer("", "from=svc@example.com").send(mail)).isEmpty();
    assertThat(mailer("", "from=svc@example.com").send(mail)).isEmpty();

    assertThat(server.getReceivedMessages())
        .extracting(MimeMessage::getMessageID)
        .containsOnly("<msg_1@example.com>");
    assertThat(server.getReceivedMessages()[0].getAllRecipients())
        .extracting(Object::toString)
        .containsExactly("dana@example.com", "eli@example.com");
  }

  @Test
  void a_mail_contains_no_details_of_this_machine() throws Exception {
    mailer("", "from=svc@example.com").send(MAIL);

    MimeMessage received = server.getReceivedMessages()[0];
    assertThat(received.getMessageID()).endsWith("@example.com>");
    assertThat(received.getHeader("Return-Path")).containsExactly("<svc@example.com>");
  }

  @Test
  void a_user_with_the_right_password_is_let_in() throws Exception {
    server.setUser("svc@example.com", "svc", "p@ss:wörd");

    mailer("svc:p%40ss%3Aw%C3%B6rd@", "from=svc@example.com").send(MAIL);

    assertThat(server.getReceivedMessages()).hasSize(1);
  }

  @Test
  void a_wrong_password_is_reported_and_not_shown() {
    server.setUser("svc@example.com", "svc", "right");

    MailException rejection = sendFailure(mailer("svc:hunter2@", "from=svc@example.com"));

    assertThat(rejection)
        .hasMessage(
            "Mail server \"127.0.0.1:%d\" rejected the user and password of SVC_SMTP_URL",
            server.getSmtp().getPort())
        .hasNoCause();
    assertThat(rejection.isRetryable()).isFalse();
  }

  @Test
  void no_mail_goes_to_a_server_that_cannot_encrypt() throws MessagingException {
    String url = "smtp://127.0.0.1:" + server.getSmtp().getPort() + "?from=svc@example.com";

    MailException rejection = sendFailure(mailer(url));

    assertThat(rejection)
        .hasMessageContaining("does not offer STARTTLS; set starttls=off in SVC_SMTP_URL");
    assertThat(rejection.isRetryable()).isFalse();
    assertThat(server.getReceivedMessages()).isEmpty();
  }

  @Test
  void no_mail_goes_to_a_server_whose_certificate_is_not_trusted() {
    String url = "smtps://127.0.0.1:" + server.getSmtps().getPort() + "?from=svc@example.com";

    MailException rejection = sendFailure(mailer(url));

    assertThat(rejection)
        .hasMessageEndingWith("has a certificate that is not trusted or is for another name");
    assertThat(server.getReceivedMessages()).isEmpty();
  }

  @Test
  void a_server_that_is_down_may_be_up_later() {
    int port = server.getSmtp().getPort();
    server.stop();

    MailException rejection = sendFailure(mailer(url(port, "", "from=svc@example.com")));

    assertThat(rejection)
        .hasMessage("Mail server \"127.0.0.1:%d\" refused the connection", port)
        .hasNoCause();
    assertThat(rejection.isRetryable()).isTrue();
  }

  @Test
  void a_server_that_never_answers_is_not_waited_for() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      MailException rejection =
          sendFailure(
              new Mailer(
                  MailSettings.parse(url(silent.getLocalPort(), "", "from=svc@example.com")),
                  Clock.systemUTC(),
                  NetworkGuard.ofOperator(() -> 0),
                  Duration.ofMillis(200)));

      assertThat(rejection).hasMessageEndingWith("did not respond in time");
      assertThat(rejection.isRetryable()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GREETING, 421 too busy, true, answered 421",
    "GREETING, 554 go away, false, answered 554",
    "MAIL, 451 try later, true, rejected the mail: 451 try later",
    "MAIL, 550 not you, false, rejected the mail: 550 not you",
    "RCPT, 450 greylisted, true, rejected the mail: 450 greylisted",
    "RCPT, 550 no such user, false, rejected the mail: 550 no such user",
    "DATA, 452 disk is full, true, rejected the mail: 452 disk is full",
    "., 552 too big, false, rejected the mail: 552 too big",
    "., '', true, closed the connection"
  })
  void the_answer_specifies_whether_to_try_again(
      String time, String answer, boolean isRetryable, String reason) throws Exception {
    try (ScriptedMailServer scripted = ScriptedMailServer.answering(time, answer)) {
      MailException rejection =
          sendFailure(mailer(url(scripted.port(), "", "from=svc@example.com")));

      assertThat(rejection).hasMessage("Mail server \"127.0.0.1:%d\" %s", scripted.port(), reason);
      assertThat(rejection.isRetryable()).isEqualTo(isRetryable);
    }
  }

  @Test
  void a_rejected_recipient_does_not_affect_the_others() throws Exception {
    Mail mail =
        new Mail(List.of("gone@example.com", "dana@example.com"), "News", "Text", Optional.empty());
    try (ScriptedMailServer scripted =
        ScriptedMailServer.answering("RCPT TO:<gone@example.com>", "550 no such user")) {
      assertThat(mailer(url(scripted.port(), "", "from=svc@example.com")).send(mail))
          .containsExactly("gone@example.com");
      assertThat(scripted.receivedLines()).contains("DATA", "RCPT TO:<dana@example.com>");
    }
  }

  private Mailer mailer(String login, String parameters) {
    return mailer(url(server.getSmtp().getPort(), login, parameters));
  }

  private static Mailer mailer(String url) {
    return new Mailer(
        MailSettings.parse(url),
        Clock.fixed(NOW, ZoneOffset.UTC),
        NetworkGuard.ofOperator(() -> 0));
  }

  private static String url(int port, String login, String parameters) {
    return "smtp://" + login + "127.0.0.1:" + port + "?starttls=off&" + parameters;
  }

  private static MailException sendFailure(Mailer mailer) {
    return catchThrowableOfType(MailException.class, () -> mailer.send(MAIL));
  }
}
