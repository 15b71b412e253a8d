package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrappedTextTest {
  @Test
  void breaks_between_words() {
    assertThat(WrappedText.lines("one two three", 7)).containsExactly("one two", "three");
    assertThat(WrappedText.lines("one two three", 6)).containsExactly("one", "two", "three");
  }

  @Test
  void breaks_a_word_that_is_wider_than_the_line() {
    assertThat(WrappedText.lines("abcdefgh ij", 3)).containsExactly("abc", "def", "gh", "ij");
  }

  @Test
  void keeps_surrogate_pairs_together() {
    assertThat(WrappedText.lines("😀😀😀", 2)).containsExactly("😀😀", "😀");
  }

  @Test
  void an_empty_text_has_no_lines() {
    assertThat(WrappedText.lines("", 10)).isEmpty();
    assertThat(WrappedText.lines("   ", 2)).isEmpty();
  }
}
