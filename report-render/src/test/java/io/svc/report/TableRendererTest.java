package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableRendererTest {
  private static final Terminal COLORED = new Terminal(80, true);
  private static final String ESCAPE = "\u001b";

  private final Renderer renderer = new TableRenderer();

  @Test
  void a_clean_result_is_one_calm_line() {
    assertThat(TestReports.rendered(renderer, Terminal.PLAIN, TestReports.clean()))
        .endsWith("\n\nNo findings.\n");
  }

  @Test
  void no_reports_are_not_called_clean() {
    assertThat(TestReports.rendered(renderer, Terminal.PLAIN)).isEqualTo("Nothing was scanned.\n");
  }

  @Test
  void no_drift_is_one_calm_line() {
    assertThat(TestReports.rendered(renderer, Terminal.PLAIN, TestDiffs.noDrift()))
        .isEqualTo("No drift from baseline bsl_01JD4KQ2F0W8Y6V3T5R7P9N1MA.\n");
  }

  @Test
  void colours_are_written_only_when_wanted() {
    assertThat(TestReports.rendered(renderer, Terminal.PLAIN, TestReports.withFindings()))
        .doesNotContain(ESCAPE);
    assertThat(TestReports.rendered(renderer, COLORED, TestReports.withFindings()))
        .contains(
            "\u001b[1;31mCRITICAL\u001b[0m",
            "\u001b[31mHIGH\u001b[0m",
            "\u001b[33mMEDIUM\u001b[0m",
            "\u001b[36mLOW\u001b[0m",
            "\u001b[2mINFO\u001b[0m",
            "\u001b[2mFix: Rename the server.\u001b[0m");
  }

  @Test
  void colours_add_nothing_to_the_words() {
    String colored = TestReports.rendered(renderer, COLORED, TestReports.withFindings());
    String plain = TestReports.rendered(renderer, Terminal.PLAIN, TestReports.withFindings());

    assertThat(colored.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(plain);
  }

  @Test
  void details_are_wrapped_to_the_terminal() {
    String table =
        TestReports.rendered(renderer, new Terminal(40, false), TestReports.withFindings());

    assertThat(table)
        .contains("            Fix: Take the token out of\n            the file, revoke it, and\n");
  }

  @Test
  void the_narrowest_terminal_still_gets_a_table() {
    assertThat(TestReports.rendered(renderer, new Terminal(1, false), TestReports.withFindings()))
        .contains("CRITICAL");
  }

  @Test
  void a_hostile_file_does_not_reach_the_terminal() {
    String table = TestReports.rendered(renderer, Terminal.PLAIN, TestReports.hostile());
    String diff = TestReports.rendered(renderer, Terminal.PLAIN, TestDiffs.hostile());

    assertThat(hidden(table)).isZero();
    assertThat(hidden(diff)).isZero();
  }

  @Test
  void every_line_of_a_hostile_text_is_indented_below_its_row() {
    List<String> lines =
        TestReports.rendered(renderer, Terminal.PLAIN, TestReports.hostile()).lines().toList();

    assertThat(lines.get(0)).startsWith("cursor  a`b``c\\u{a}# Owned\\u{d}\\u{a}<img");
    assertThat(lines.get(2)).startsWith("  HIGH      hardcoded_secret  a`b``c\\u{a}# Owned");
    assertThat(lines.subList(3, lines.size() - 2)).allMatch(line -> line.startsWith("          "));
  }

  @Test
  void a_suppressed_finding_is_marked_and_not_counted() {
    String table = TestReports.rendered(renderer, Terminal.PLAIN, TestReports.withFindings());

    assertThat(table)
        .contains("\n  CRITICAL  suspicious_path     build      3:9  suppressed\n")
        .contains("            Suppressed by .svc/preflight.yaml:7: Only on the *build* machine\n")
        .doesNotContain("Move it.")
        .endsWith("\n5 findings: 1 critical, 1 high, 1 medium, 1 low, 1 info\n");
  }

  @Test
  void the_place_is_left_out_where_there_is_none() {
    String table = TestReports.rendered(renderer, Terminal.PLAIN, TestReports.withFindings());

    assertThat(table).contains("\n  INFO      no_servers\n");
  }

  private static long hidden(String table) {
    return table.codePoints().filter(c -> c != '\n' && PlainText.isHidden(c)).count();
  }
}
