package io.svc.server.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.mail.MailSettings.Encryption;
import io.svc.server.mail.MailSettings.Login;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MailSettingsTest {
  @Test
  void one_url_contains_all_settings() {
    MailSettings settings =
        MailSettings.parse(
            "smtp://svc%40example.com:p%40ss%3A%2F%3F%23+%25@mail.example.com:2525"
                + "?from=Svc%20%3Csvc+bot@example.com%3E&starttls=optional");

    assertThat(settings)
        .isEqualTo(
            new MailSettings(
                "mail.example.com",
                2525,
                Encryption.STARTTLS_OPTIONAL,
                Optional.of(new Login("svc@example.com", "p@ss:/?#+%")),
                "Svc <svc+bot@example.com>"));
  }

  @ParameterizedTest
  @CsvSource({
    "smtp://mail?from=svc@example.com, 587, STARTTLS_REQUIRED",
    "smtp://mail/?from=svc@example.com&starttls=required, 587, STARTTLS_REQUIRED",
    "smtp://mail:25?from=svc@example.com&starttls=off, 25, NONE",
    "smtps://mail?from=svc@example.com, 465, TLS",
    "SMTPS://mail:1465?from=svc@example.com, 1465, TLS",
    "smtp://mail_relay?from=svc@example.com, 587, STARTTLS_REQUIRED",
    "smtp://[::1]?from=svc@example.com, 587, STARTTLS_REQUIRED"
  })
  void what_is_not_said_is_the_usual(String url, int port, Encryption encryption) {
    MailSettings settings = MailSettings.parse(url);

    assertThat(settings.port()).isEqualTo(port);
    assertThat(settings.encryption()).isEqualTo(encryption);
    assertThat(settings.login()).isEmpty();
  }

  @Test
  void a_user_who_is_an_address_is_the_sender() {
    assertThat(MailSettings.parse("smtps://svc%40example.com:secret@mail").from())
        .isEqualTo("svc@example.com");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "mail.example.com | must begin with smtp:// or smtps://",
        "http://u:hunter2@mail | must begin with smtp:// or smtps://",
        "hunter2://mail | must begin with smtp:// or smtps://",
        "smtp://u:hun%ter2@mail | is not a URL",
        "smtp://u:hun ter2@mail | is not a URL",
        "smtp://u:hun@ter2@mail?from=a@example.com | must look like",
        "smtp://u:hun:ter2@mail?from=a@example.com | must look like",
        "smtp://u:2/hunter@mail?from=a@example.com | must look like",
        "smtp://u:2#hunter@mail?from=a@example.com | must look like",
        "smtp://u:2?hunter@mail&from=a@example.com | may have only the parameters",
        "smtp://u@mail?from=a@example.com | must look like",
        "smtp:// | is not a URL",
        "smtp:mail | must look like",
        "smtp://u:hunter2@mail:0?from=a@example.com | has the port 0",
        "smtp://u:hunter2@mail:70000?from=a@example.com | has the port 70000",
        "smtp://u:hunter2@mail | has no sender",
        "smtp://u:hunter2@mail?from= | has a sender",
        "smtp://u:hunter2@mail?from=a | has a sender",
        "smtp://u:hunter2@mail?from=a@example.com%0D%0ABcc:b@example.com | has a sender",
        "smtp://u:hunter2@mail?from=a@example.com,b@example.com | has a sender",
        "smtp://u:hunter2@mail?from=a@example.com&from=b@example.com | 'from' twice",
        "smtp://u:hunter2@mail?from=a@example.com&starttls=yes | unknown value of 'starttls'",
        "smtp://u:hunter2@mail?from=a@example.com&starttls | may have only the parameters",
        "smtps://u:hunter2@mail?from=a@example.com&starttls=off | must not have 'starttls'"
      })
  void a_mistake_is_named_and_the_password_is_not(String url, String reason) {
    assertThatThrownBy(() -> MailSettings.parse(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasNoCause()
        .hasMessageStartingWith("SVC_SMTP_URL ")
        .hasMessageContaining(reason)
        .hasMessageNotContainingAny("hun", "ter2");
  }

  @Test
  void a_log_does_not_show_the_password() {
    MailSettings settings = MailSettings.parse("smtp://user:hunter2@mail?from=a@example.com");

    assertThat(settings).hasToString("smtp://mail:587");
    assertThat(settings.login().orElseThrow()).hasToString("user");
  }
}
