package io.svc.scanner.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvFileTextTest {
  @Test
  void a_quote_that_is_never_closed_is_reported_with_its_line() {
    assertThat(new EnvFileText("A=1\nB='two\nC=\"3\n").lineOfOpenQuote()).hasValue(2);
    assertThat(new EnvFileText("A='1\n2'\nB=\"\"\n# it's\nC=it's\n").lineOfOpenQuote()).isEmpty();
  }

  @Test
  void what_is_there_stays_and_values_are_added_in_order() {
    EnvFileText text = new EnvFileText("# mine\nexport A='x y'\r\nB=1");

    String changed = text.with(Map.of("D", "p#q", "C", "plain-1"));

    assertThat(changed).isEqualTo("# mine\nexport A='x y'\r\nB=1\nC=plain-1\nD='p#q'\n");
    assertThat(new EnvFileText(changed).values())
        .isEqualTo(Map.of("A", "x y", "B", "1", "C", "plain-1", "D", "p#q"));
  }

  @Test
  void a_value_that_is_there_is_not_added_again() {
    assertThat(new EnvFileText("A='x y'\n").with(Map.of("A", "x y"))).isEqualTo("A='x y'\n");
  }

  @Test
  void values_that_readers_disagree_about_are_unknown() {
    EnvFileText text =
        new EnvFileText("A=x y\nB=\"$HOME\"\nC='a'b\nD=ok # note\nE='it\nruns on'\n");

    assertThat(text.values()).isEqualTo(Map.of("E", "it\nruns on"));
    assertThat(text.unknown()).isEqualTo(Set.of("A", "B", "C", "D"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "it's \"so\"",
        "a\\\\b",
        "ends in \\",
        "cr\rlf",
        "\u0007bell",
        "${HOME}",
        "\uD83D"
      })
  void what_cannot_be_written_for_all_readers_is_rejected(String value) {
    assertThat(EnvFileText.obstacle(value)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "p@ss word",
        "a\"b",
        "it's",
        "x=y#z",
        "$HOME",
        "`id`",
        "two\nlines",
        "a\\b",
        "é😀",
        "*~!;&|<>()"
      })
  void what_can_be_is_read_back(String value) {
    String text = new EnvFileText("").with(Map.of("A", value));

    assertThat(EnvFileText.obstacle(value)).isEmpty();
    assertThat(new EnvFileText(text).values()).isEqualTo(Map.of("A", value));
  }
}
