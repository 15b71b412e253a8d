package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MarkdownRendererTest {
  private final Renderer renderer = new MarkdownRenderer();

  @Test
  void a_hostile_file_adds_no_line_to_the_page() {
    List<String> lines =
        TestReports.rendered(renderer, Terminal.PLAIN, TestReports.hostile()).lines().toList();

    assertThat(lines).hasSize(14);
    assertThat(lines.stream().filter(line -> line.startsWith("#")).count()).isEqualTo(2);
  }

  @Test
  void a_hostile_file_hides_nothing_in_the_page() {
    String page = TestReports.rendered(renderer, Terminal.PLAIN, TestReports.hostile());
    String diff = TestReports.rendered(renderer, Terminal.PLAIN, TestDiffs.hostile());

    assertThat(hidden(page)).isZero();
    assertThat(hidden(diff)).isZero();
  }

  @Test
  void a_suppressed_finding_is_marked_and_not_counted() {
    String page = TestReports.rendered(renderer, Terminal.PLAIN, TestReports.withFindings());

    assertThat(page)
        .contains(
            "- **Findings:** 5 (1 critical, 1 high, 1 medium, 1 low, 1 info)\n",
            "### CRITICAL (suppressed): suspicious_path: build\n",
            "\nSuppressed by .svc/preflight.yaml:7: Only on the \\*build\\* machine\n")
        .doesNotContain("Move it.");
  }

  @Test
  void a_note_on_a_complete_file_is_without_a_heading() {
    String page = TestReports.rendered(renderer, Terminal.PLAIN, TestReports.withNote());

    assertThat(page)
        .endsWith("0 info)\n\nNote: The file has no servers.\n")
        .doesNotContain("## Skipped");
  }

  @Test
  void no_reports_are_an_empty_page() {
    assertThat(TestReports.rendered(renderer, Terminal.PLAIN)).isEmpty();
  }

  private static long hidden(String page) {
    return page.codePoints().filter(c -> c != '\n' && PlainText.isHidden(c)).count();
  }
}
