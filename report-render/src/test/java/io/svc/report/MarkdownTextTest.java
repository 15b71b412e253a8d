package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkdownTextTest {
  @Test
  void leaves_ordinary_text_alone() {
    assertThat(MarkdownText.of("Pin a version, 1.2 or later (see the docs): é 漢字 - done."))
        .isEqualTo("Pin a version, 1.2 or later (see the docs): é 漢字 - done.");
  }

  @Test
  void escapes_what_markdown_gives_a_meaning() {
    assertThat(MarkdownText.of("a\\`*_{}[]<>#|!&~$"))
        .isEqualTo("a\\\\\\`\\*\\_\\{\\}\\[\\]\\<\\>\\#\\|\\!\\&\\~\\$");
  }

  @Test
  void makes_no_html_links_or_images() {
    assertThat(MarkdownText.of("<img src=x> [a](b) ![c](d)"))
        .isEqualTo("\\<img src=x\\> \\[a\\](b) \\!\\[c\\](d)");
  }

  @Test
  void makes_no_links_of_bare_addresses() {
    assertThat(MarkdownText.of("https://e.vil and WWW.e.vil"))
        .isEqualTo("https\\://e.vil and WWW\\.e.vil");
  }

  @Test
  void spells_out_line_breaks_so_that_no_heading_follows() {
    assertThat(MarkdownText.of("a\n\n# Owned")).isEqualTo("a\\u{a}\\u{a}\\# Owned");
  }

  @Test
  void spells_out_hidden_characters() {
    assertThat(MarkdownText.of("a\u202Eb\u001b[0m")).isEqualTo("a\\u{202e}b\\u{1b}\\[0m");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'- a'|'\\- a'",
        "'+ a'|'\\+ a'",
        "'==='|'\\==='",
        "'---'|'\\---'",
        "'1. a'|'1\\. a'",
        "'12) a'|'12\\) a'",
        "'12 a'|'12 a'",
        "'12'|'12'",
        "'    a'|'\\u{20}   a'",
        "'> a'|'\\> a'",
        "''|''"
      })
  void begins_no_block(String text, String markdown) {
    assertThat(MarkdownText.of(text)).isEqualTo(markdown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "a|`a`",
        "a`b|``a`b``",
        "a``b`c|```a``b`c```",
        "`a|`` `a ``",
        "a`|`` a` ``",
        "\" a \"|\"`  a  `\"",
        "\"\"|\"\""
      })
  void a_code_span_contains_any_text(String text, String span) {
    assertThat(MarkdownText.code(text)).isEqualTo(span);
  }

  @Test
  void a_code_span_stays_on_its_line() {
    assertThat(MarkdownText.code("a\n# b\u001b")).isEqualTo("`a\\u{a}# b\\u{1b}`");
  }

  @Test
  void a_word_in_snake_case_needs_no_escapes() {
    assertThat(MarkdownText.word("hardcoded_secret")).isEqualTo("hardcoded_secret");
    assertThat(MarkdownText.word("_x_")).isEqualTo("\\_x\\_");
    assertThat(MarkdownText.word("a_*b*")).isEqualTo("a\\_\\*b\\*");
  }

  @Test
  void names_in_backticks_of_a_sentence_are_code() {
    assertThat(MarkdownText.sentence("The variable `A_*B` is <b> set."))
        .isEqualTo("The variable `A_*B` is \\<b\\> set.");
  }

  @Test
  void a_backtick_in_a_name_opens_nothing() {
    assertThat(MarkdownText.sentence("The name `a` [x](y) ` ends."))
        .isEqualTo("The name `a` \\[x\\](y) \\` ends.");
  }

  @Test
  void an_underscore_within_a_word_stays_as_it_is() {
    assertThat(MarkdownText.of("my_server _em_ x_")).isEqualTo("my_server \\_em\\_ x\\_");
  }
}
