package io.svc.scanner.scan;

import static io.svc.rules.Severity.CRITICAL;
import static io.svc.rules.Severity.HIGH;
import static io.svc.rules.Severity.INFO;
import static io.svc.rules.Severity.MEDIUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.scanner.finding.Finding;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class McpScanReportTest {
  /** A suspicious path, which is medium, and an entry that is no server. */
  private static final String PARTIAL =
      "{\"mcpServers\": {\"a\": {\"command\": \"/tmp/server\"}, \"odd\": {\"note\": \"x\"}}}";

  @TempDir private Path directory;

  @Test
  void further_findings_are_counted_and_follow() {
    McpScanReport report = TestScans.report(directory, PARTIAL);

    McpScanReport more =
        report.withMore(
            List.of(
                TestFindings.finding("x", "", CRITICAL),
                TestFindings.finding("y", "", HIGH),
                TestFindings.finding("z", "", INFO)));

    assertThat(more.findings()).startsWith(report.findings().toArray(new Finding[0]));
    assertThat(more.findings()).hasSize(report.findings().size() + 3);
    assertThat(more.findingsCount()).isEqualTo(report.findingsCount() + 3);
    assertThat(more.criticalCount()).isEqualTo(report.criticalCount() + 1);
    assertThat(more.highCount()).isEqualTo(report.highCount() + 1);
  }

  @Test
  void the_summary_counts_them_and_keeps_its_notes() {
    McpScanReport report = TestScans.report(directory, PARTIAL);
    String notes = report.markdownSummary().substring(report.markdownSummary().indexOf('\n'));

    McpScanReport more = report.withMore(List.of(TestFindings.finding("x", "", CRITICAL)));

    assertThat(notes).contains("Skipped servers:", "`odd` (line 1)");
    assertThat(more.markdownSummary())
        .startsWith("**" + (report.findingsCount() + 1) + " findings** in 1 server: 1 critical, ")
        .endsWith(notes);
  }

  @Test
  void nothing_else_of_the_report_changes() {
    McpScanReport report =
        TestScans.report(directory, PARTIAL).withExtensions(Map.of("key", "value"));

    McpScanReport more = report.withMore(List.of(TestFindings.finding("x", "", CRITICAL)));

    assertThat(more)
        .usingRecursiveComparison()
        .ignoringFields("findings", "findingsCount", "criticalCount", "markdownSummary")
        .isEqualTo(report);
    assertThat(report.withMore(List.of())).isEqualTo(report);
  }

  @Test
  void a_report_can_be_cut_down_to_the_findings_that_are_wanted() {
    McpScanReport report =
        TestScans.report(directory, PARTIAL)
            .withMore(
                List.of(
                    TestFindings.finding("x", "", CRITICAL), TestFindings.finding("y", "", HIGH)));

    McpScanReport some = report.withOnly(finding -> finding.findingType().equals("y"));

    assertThat(some.findings()).extracting(Finding::findingType).containsExactly("y");
    assertThat(some.findingsCount()).isEqualTo(1);
    assertThat(some.criticalCount()).isZero();
    assertThat(some.highCount()).isEqualTo(1);
    assertThat(some.markdownSummary())
        .startsWith("**1 finding** in 1 server: 0 critical, 1 high,")
        .contains("Skipped servers:");
    assertThat(report.withOnly(finding -> true)).isEqualTo(report);
  }

  @Test
  void what_is_set_aside_is_in_the_list_and_nowhere_else() {
    McpScanReport report = TestScans.report(directory, "{\"mcpServers\": {}}");
    Finding suppressed =
        TestFindings.finding("x", "", CRITICAL).suppressedBy("place:1", "A reason");

    McpScanReport more = report.withMore(List.of(suppressed));

    assertThat(more.findings()).hasSize(1);
    assertThat(more.findingsCount()).isZero();
    assertThat(more.criticalCount()).isZero();
    assertThat(more.count(CRITICAL)).isZero();
    assertThat(more.reaches(INFO)).isFalse();
    assertThat(more.markdownSummary()).startsWith("**0 findings** in 0 servers: 0 critical,");
  }

  @Test
  void a_threshold_is_reached_by_the_worst() {
    McpScanReport report =
        TestScans.report(directory, "{\"mcpServers\": {}}")
            .withMore(List.of(TestFindings.finding("x", "", MEDIUM)));

    assertThat(report.reaches(INFO)).isTrue();
    assertThat(report.reaches(MEDIUM)).isTrue();
    assertThat(report.reaches(HIGH)).isFalse();
    assertThat(report.count(MEDIUM)).isEqualTo(1);
    assertThat(report.count(HIGH)).isZero();
  }

  @Test
  void its_lists_cannot_be_changed() {
    McpScanReport report = TestScans.report(directory, PARTIAL);

    assertThatThrownBy(() -> report.findings().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> report.extensions().put("a", "b"))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
