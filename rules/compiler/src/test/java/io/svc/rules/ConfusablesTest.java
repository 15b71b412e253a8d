package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfusablesTest {
  /** A ligature of two letters, Cyrillic a, e and o, a mathematical g beyond the first plane. */
  private static final Confusables TABLE =
      new Confusables("\u0132ij\n\u0430a\n\u0435e\n\u043Eo\n\uFF41a\n\uD835\uDC20g\n");

  @ParameterizedTest
  @CsvSource({
    "acme, acme",
    "'', ''",
    "\u0430cm\u0435, acme",
    "\u0430\u0430\u0430, aaa",
    "\uD835\uDC20ithub, github",
    "git\uD835\uDC20, gitg",
    "\u0132x, ijx",
    "\uFF41cme, acme",
    "caf\u00E9, caf\u00E9",
    "\u65E5\u672C, \u65E5\u672C",
    "\uD83D\uDE00, \uD83D\uDE00",
    "\u0410cme, \u0410cme"
  })
  void a_character_is_written_as_what_it_looks_like(String text, String ascii) {
    assertThat(TABLE.toAscii(text)).isEqualTo(ascii);
  }

  @Test
  void half_a_character_stays_as_it_is() {
    assertThat(TABLE.toAscii("a\uD835b")).isEqualTo("a\uD835b");
    assertThat(TABLE.toAscii("a\uD835")).isEqualTo("a\uD835");
    assertThat(TABLE.toAscii("\uDC20b")).isEqualTo("\uDC20b");
  }

  @Test
  void a_text_in_ascii_is_returned_itself() {
    String text = "a name\n\t\u007F";

    assertThat(TABLE.toAscii(text)).isSameAs(text);
  }

  @Test
  void an_empty_table_changes_nothing() {
    assertThat(new Confusables("").toAscii("\u0430cme")).isEqualTo("\u0430cme");
  }

  @Test
  @Timeout(120)
  void megabytes_of_foreign_letters_are_read_in_time() {
    StringBuilder table = new StringBuilder();
    for (int c = 0x1000; c < 0x2000; c++) {
      table.append((char) c).append("x\n");
    }
    String text = "\u65E5\u672C\u1fff".repeat(1_000_000);

    assertThat(new Confusables(table.toString()).toAscii(text))
        .hasSize(text.length())
        .startsWith("\u65E5\u672Cx\u65E5");
  }

  @ParameterizedTest
  @CsvSource({
    "github, glthub",
    "g1thub, glthub",
    "glthub, glthub",
    "g|thub, glthub",
    "modal, modal",
    "rnodal, modal",
    "m0dal, modal",
    "vvindow, wlndow",
    "wlndow, wlndow",
    "l1i, lll",
    "00o, ooo",
    "rnrn, mm",
    "rrn, rm",
    "vvv, wv",
    "r, r",
    "v, v",
    "nr, nr",
    "'', ''",
    "acme-tools, acme-tools"
  })
  void look_alikes_within_ascii_have_one_spelling(String text, String canonical) {
    assertThat(Confusables.canonical(text)).isEqualTo(canonical);
  }

  @ParameterizedTest
  @CsvSource({"notes, votes", "team, tean", "s5, ss", "b8, bb", "u, v", "git, gif", "g, q"})
  void dissimilar_characters_are_distinguished(String a, String b) {
    assertThat(Confusables.canonical(a)).isNotEqualTo(Confusables.canonical(b));
  }
}
