package io.svc.scanner.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.svc.scanner.detect.InstructionText.Kind;
import io.svc.scanner.detect.InstructionText.Part;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstructionTextTest {
  private static InstructionText parts(String text) {
    return TestConfigs.instructions("CLAUDE.md", text).instructions();
  }

  @Test
  void prose_code_and_hidden_text_are_separate() {
    InstructionText text =
        parts(
            """
            # One
            Before <!-- hidden --> after.
            ```bash
            make # <!-- no comment -->
            ```
            ## Two
            <!--
            many
            lines
            -->
            `<!-- code -->` end
            """);

    assertThat(text.parts())
        .extracting(Part::kind, Part::section, part -> part.text().strip(), Part::language)
        .containsExactly(
            tuple(Kind.HIDDEN, 1, "hidden", ""),
            tuple(Kind.CODE, 1, "make # <!-- no comment -->", "bash"),
            tuple(Kind.PROSE, 1, "# One\nBefore \n after.", ""),
            tuple(Kind.HIDDEN, 2, "many\nlines", ""),
            tuple(Kind.PROSE, 2, "## Two\n\n`<!-- code -->` end", ""));
    assertThat(text.parts().get(1).lines().get(0).line()).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[//]: # (secret)",
        "[comment]: <> (secret)",
        "<p hidden>secret</p>",
        "<div style=\"display: none\">secret</DIV>",
        "<span style='color:#fff'>secret</span>",
        "<b style=\"font-size: 0px\">secret</b>",
        "<!-- secret"
      })
  void text_that_a_reader_does_not_see_is_hidden(String line) {
    assertThat(parts(line).parts())
        .filteredOn(part -> part.kind() == Kind.HIDDEN)
        .singleElement()
        .satisfies(part -> assertThat(part.text()).contains("secret"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Use a ` character. <!-- secret -->",
        "Use `` or `. <!-- secret -->",
        "<!-- ` --> <!-- secret --> `",
        "`a` ``b` <p hidden>secret</p>"
      })
  void text_after_a_backtick_without_a_second_one_is_hidden(String line) {
    assertThat(parts(line).parts())
        .filteredOn(part -> part.kind() == Kind.HIDDEN)
        .extracting(Part::text)
        .anyMatch(text -> text.contains("secret"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"``a ` <!-- b -->``", "`<!-- a -->` `<!-- b -->`"})
  void markup_in_inline_code_is_visible(String line) {
    assertThat(parts(line).parts()).extracting(Part::kind).containsExactly(Kind.PROSE);
  }

  @Test
  void inline_code_at_the_start_of_a_line_starts_no_block() {
    assertThat(parts("```bash``` is used.\n\nRun make.\n").parts())
        .extracting(Part::kind)
        .containsExactly(Kind.PROSE);
    assertThat(parts("~~~ a`b\nmake\n~~~\n").parts())
        .extracting(Part::kind)
        .containsExactly(Kind.CODE);
  }

  @Test
  void text_far_to_the_right_is_hidden() {
    assertThat(parts("Run make." + " ".repeat(150) + "secret").parts())
        .extracting(Part::kind)
        .containsExactly(Kind.HIDDEN, Kind.PROSE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<details>text</details>",
        "<br hidden/>",
        "a < b hidden",
        "<p style=\"color: red\">t</p>"
      })
  void other_markup_is_visible(String line) {
    assertThat(parts(line).parts()).extracting(Part::kind).containsExactly(Kind.PROSE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<", "<a ", "<!--", "`<", "`<!---->", "<a hidden>", "```", "[//]: "})
  void repeated_markup_takes_time_in_proportion_to_its_length(String markup) {
    String line = markup.repeat(16_000 / markup.length());

    org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(10), () -> parts((line + "\n").repeat(60)));
  }
}
