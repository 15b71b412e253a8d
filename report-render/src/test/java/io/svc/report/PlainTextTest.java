package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlainTextTest {
  @Test
  void leaves_readable_text_alone() {
    assertThat(PlainText.of("C:\\Users\\Ada `x` <b> é 漢字 😀"))
        .isEqualTo("C:\\Users\\Ada `x` <b> é 漢字 😀");
  }

  @Test
  void shows_escape_sequences_instead_of_obeying_them() {
    assertThat(PlainText.of("a\u001b[2Jb\u009b31m")).isEqualTo("a\\u{1b}[2Jb\\u{9b}31m");
  }

  @Test
  void keeps_a_text_on_its_line() {
    assertThat(PlainText.of("a\r\nb\tc\u2028d\u2029e\u0085f\u0000"))
        .isEqualTo("a\\u{d}\\u{a}b\\u{9}c\\u{2028}d\\u{2029}e\\u{85}f\\u{0}");
  }

  @Test
  void shows_marks_that_turn_the_reading_direction() {
    assertThat(PlainText.of("\u202Egpj\u202C\u2066x\u2069\u200F\u061C"))
        .isEqualTo("\\u{202e}gpj\\u{202c}\\u{2066}x\\u{2069}\\u{200f}\\u{61c}");
  }

  @Test
  void shows_characters_without_a_glyph() {
    assertThat(PlainText.of("a\u200Bb\u200Dc\uFEFFd\u00ADe\u2060f\u3164g\uFE0Fh\u2800i\u00A0j"))
        .isEqualTo(
            "a\\u{200b}b\\u{200d}c\\u{feff}d\\u{ad}e\\u{2060}f\\u{3164}g\\u{fe0f}h\\u{2800}i"
                + "\\u{a0}j");
  }

  @Test
  void shows_tags_and_halves_of_surrogate_pairs() {
    String tag = new String(Character.toChars(0xE0041));

    assertThat(PlainText.of("a" + tag + "b\uD83Dc")).isEqualTo("a\\u{e0041}b\\u{d83d}c");
  }
}
