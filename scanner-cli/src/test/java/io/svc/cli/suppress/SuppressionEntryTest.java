package io.svc.cli.suppress;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.settings.ProjectSettings;
import io.svc.scanner.scan.Suppression;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SuppressionEntryTest {
  private static final String FINGERPRINT = "sha256:" + "0123456789abcdef".repeat(4);
  private static final SuppressionEntry ENTRY =
      new SuppressionEntry(
          FINGERPRINT, "shell_wrapper", "notes", ".mcp.json", "Our own.", Optional.empty());

  private static final String INDENTED =
      """
        - fingerprint: %s
          type: shell_wrapper
          server: "notes"
          file: ".mcp.json"
          reason: "Our own."
      """
          .formatted(FINGERPRINT);
  private static final String AT_THE_MARGIN = INDENTED.replaceAll("(?m)^  ", "");

  @Test
  void an_empty_file_gets_a_head_a_key_and_the_entry() {
    assertThat(ENTRY.addedTo(""))
        .isEqualTo("# Decisions of this project for svc-preflight.\nsuppressions:\n" + INDENTED);
    assertThat(ENTRY.addedTo(" \n\n")).isEqualTo(ENTRY.addedTo(""));
  }

  @Test
  void a_server_and_a_last_day_are_written_where_there_are_any() {
    SuppressionEntry entry =
        new SuppressionEntry(
            FINGERPRINT,
            "config_permissions",
            "",
            ".mcp.json",
            "r",
            Optional.of(LocalDate.parse("2027-01-31")));

    assertThat(entry.text("  "))
        .doesNotContain("server:")
        .endsWith("    reason: \"r\"\n    expires: 2027-01-31\n");
  }

  @Test
  void a_file_without_the_key_gets_it_at_its_end() {
    assertAdded("rule_directories: [rules]\n", "suppressions:\n" + INDENTED, "");
    assertAdded("# Nothing yet.\n", "suppressions:\n" + INDENTED, "");
    assertAdded("rule_directories:\n  - rules\n\n", "suppressions:\n" + INDENTED, "");
  }

  @Test
  void a_last_line_without_an_end_gets_one() {
    assertThat(ENTRY.addedTo("rule_directories: [rules]"))
        .isEqualTo("rule_directories: [rules]\nsuppressions:\n" + INDENTED);
    assertThat(ENTRY.addedTo("suppressions:")).isEqualTo("suppressions:\n" + INDENTED);
    assertThat(ENTRY.addedTo("suppressions: []")).isEqualTo("suppressions:\n" + INDENTED);
    assertThat(
            ENTRY.addedTo("suppressions:\n  - type: shell_wrapper\n    server: a\n    reason: r"))
        .isEqualTo(
            "suppressions:\n  - type: shell_wrapper\n    server: a\n    reason: r\n" + INDENTED);
  }

  @Test
  void an_indented_list_is_continued_with_its_indent() {
    String list = "suppressions:\n    - type: shell_wrapper\n      server: a\n      reason: r\n";

    assertAdded(list, INDENTED.replaceAll("(?m)^", "  "), "");
    assertAdded(list, INDENTED.replaceAll("(?m)^", "  "), "rules: []\n");
  }

  @Test
  void a_list_at_the_margin_is_continued_there() {
    String list = "suppressions:\n- type: shell_wrapper\n  server: a\n  reason: r\n";

    assertAdded(list, AT_THE_MARGIN, "");
    assertAdded(list, AT_THE_MARGIN, "\nrules: []\n");
    assertAdded("suppressions:\n# Decided together.\n" + list.substring(14), AT_THE_MARGIN, "");
    assertAdded(
        "suppressions:\n-\n  type: shell_wrapper\n  server: a\n  reason: r\n", AT_THE_MARGIN, "");
  }

  @Test
  void an_empty_list_is_opened_and_its_comment_stays() {
    assertThat(ENTRY.addedTo("suppressions: []\nrules: []\n"))
        .isEqualTo("suppressions:\n" + INDENTED + "rules: []\n");
    assertThat(ENTRY.addedTo("suppressions: [ ] # Nobody yet [].\n"))
        .isEqualTo("suppressions: # Nobody yet [].\n" + INDENTED);
    assertThat(ENTRY.addedTo("suppressions:   # See [] below.\n"))
        .isEqualTo("suppressions:   # See [] below.\n" + INDENTED);
  }

  @Test
  void comments_and_blank_lines_stay_where_they_are() {
    String before =
        """
        # Head.

        suppressions:   # Reviewed each month.

          # The first.
          - type: shell_wrapper
            server: a   # Only this one.

            reason: r
            # Until May.
        """;
    String after =
        """

        # Rules of our own.
        rules: []

        # The end.
        """;

    assertAdded(before, INDENTED, after);
  }

  @Test
  void other_line_ends_stay_and_are_used() {
    String before =
        "# Head.\r\nsuppressions:\r\n  - type: shell_wrapper\r\n    server: a\r\n    reason: r\r\n";

    assertAdded(before, INDENTED.replace("\n", "\r\n"), "rules: []\r\n");
    assertThat(ENTRY.addedTo("rules: []\r\n"))
        .isEqualTo("rules: []\r\nsuppressions:\r\n" + INDENTED.replace("\n", "\r\n"));
    assertThat(ENTRY.addedTo("suppressions: []\r\nrules: []\r\n"))
        .isEqualTo("suppressions:\r\n" + INDENTED.replace("\n", "\r\n") + "rules: []\r\n");
  }

  @Test
  void mixed_line_ends_stay_as_they_are() {
    String before =
        """
        # Head.\r
        # And more.
        suppressions:
          - type: shell_wrapper\r
            server: a
            reason: r
        """;

    assertAdded(before, INDENTED, "rules: []\r\n");
  }

  @Test
  void a_key_that_only_begins_alike_is_another() {
    assertThat(ENTRY.addedTo("# suppressions: []\n"))
        .isEqualTo("# suppressions: []\nsuppressions:\n" + INDENTED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "it's \"quoted\" and \\back\\slashed",
        "- no list",
        "key: value # no comment",
        "${NOT_A_REFERENCE} {{no template}}",
        "caf\u00E9 \u65E5\u672C \uD83D\uDE00",
        "*star &and !bang %per @at `tick`",
        "yes",
        "null",
        "2027-01-31",
        "[a, b]"
      })
  void a_text_comes_back_as_it_was_meant(String text) {
    SuppressionEntry entry =
        new SuppressionEntry(FINGERPRINT, "shell_wrapper", text, text, text, Optional.empty());

    Suppression read = parsed(entry.addedTo("")).get(0);

    assertThat(read.server()).isEqualTo(text);
    assertThat(read.file()).isEqualTo(text);
    assertThat(read.reason()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb", "a\r\nb", "a\tb", "a\u0000b", "a\u2028b", "a\u0085b", "a\u001bb"})
  void what_would_end_a_line_is_a_blank(String text) {
    SuppressionEntry entry =
        new SuppressionEntry(FINGERPRINT, "shell_wrapper", text, "f", text, Optional.empty());

    String added = entry.addedTo("");

    assertThat(added.lines()).hasSize(7);
    assertThat(parsed(added).get(0).reason()).matches("a {1,2}b");
  }

  @Test
  void one_after_the_other_all_are_there_in_their_order() {
    String text = "";
    for (int i = 0; i < 5; i++) {
      text =
          new SuppressionEntry(FINGERPRINT, "shell_wrapper", "s" + i, "f", "r", Optional.empty())
              .addedTo(text);
    }

    assertThat(parsed(text))
        .extracting(Suppression::server)
        .containsExactly("s0", "s1", "s2", "s3", "s4");
  }

  /** Adds to what stands before and after, and holds the result equal byte for byte. */
  private static void assertAdded(String before, String added, String after) {
    String result = ENTRY.addedTo(before + after);

    assertThat(result).isEqualTo(before + added + after);
    assertThat(parsed(result)).hasSize(parsed(before + after).size() + 1);
  }

  private static List<Suppression> parsed(String text) {
    return ProjectSettings.parse(text, Set.of("shell_wrapper", "config_permissions"))
        .suppressions();
  }
}
