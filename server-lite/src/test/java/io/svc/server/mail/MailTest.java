package io.svc.server.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MailTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "dana@example.com",
        "dana+svc@mail.example.com",
        "d'ana@example.co.uk",
        "dana@localhost"
      })
  void addresses_are_known(String address) {
    assertThat(Mail.isAddress(address)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "dana",
        "dana@",
        "@example.com",
        "dana@@example.com",
        "dana@example..com",
        "dana @example.com",
        "dana@example.com ",
        "dana@example.com,eve@example.com",
        "Dana <dana@example.com>",
        "<dana@example.com>",
        "dana@example.com (Dana)",
        "dana@example.com\r\nBcc: eve@example.com",
        "dana@example.com\n",
        "dana\u0000@example.com",
        "dänä@example.com"
      })
  void what_is_no_address_alone_is_rejected(String text) {
    assertThat(Mail.isAddress(text)).isFalse();
    assertThatThrownBy(() -> new Mail(text, "Subject", "Text"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not an e-mail address");
  }

  @Test
  void an_address_has_at_most_254_characters() {
    String domain = "@" + "e".repeat(63) + "." + "e".repeat(63) + "." + "e".repeat(60);

    assertThat(Mail.isAddress("d".repeat(254 - domain.length()) + domain)).isTrue();
    assertThat(Mail.isAddress("d".repeat(255 - domain.length()) + domain)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Hello\r\nBcc: eve@example.com", "Hello\n", "Hello\u0000"})
  void a_subject_is_one_line(String subject) {
    assertThatThrownBy(() -> new Mail("dana@example.com", subject, "Text"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected one line of text")
        .hasMessageNotContaining("\n");
  }
}
