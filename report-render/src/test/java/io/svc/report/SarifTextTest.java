package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SarifTextTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "plain text,plain text",
        "a[0] and (b),a[0] and (b)",
        "[x](1),[x\\](1)",
        "[x\\](1),[x\\](1)",
        "[x\\\\](1),[x\\\\\\](1)",
        "{0} of ${TOKEN},{{0}} of ${{TOKEN}}",
        "](](,\\](\\]("
      })
  void a_message_asks_for_no_argument_and_contains_no_link(String text, String message) {
    assertThat(SarifText.message(text)).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource({"abcd,abcd", "abcde,abc…", "'a\nbc','a bc'", "ab\uD83D\uDE00e,ab…"})
  void a_description_is_one_line_and_cut_between_characters(String text, String description) {
    assertThat(SarifText.description(text, 4)).isEqualTo(description);
  }
}
