package io.svc.scanner.scan;

import static io.svc.scanner.scan.TestScans.NOW;
import static io.svc.scanner.scan.TestScans.TWO_SERVERS;
import static io.svc.scanner.scan.TestScans.report;
import static io.svc.scanner.scan.TestScans.settings;
import static io.svc.scanner.scan.TestScans.token;
import static io.svc.scanner.scan.TestScans.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport.Status;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScannerTest {
  @TempDir private Path directory;

  @Test
  void a_report_describes_its_file() {
    var file = write(directory, ".cursor/mcp.json", TWO_SERVERS);
    var settings = settings(directory).withClock(Clock.fixed(NOW, ZoneOffset.UTC));

    var report = report(settings.withOrgId("org_1"), file);

    assertThat(report.reportId()).matches("rpt_[0-9A-HJKMNP-TV-Z]{26}");
    assertThat(report.orgId()).isEqualTo("org_1");
    assertThat(report.source()).isEqualTo("cursor");
    assertThat(report.configPath()).isEqualTo(file.toString());
    assertThat(report.status()).isEqualTo(Status.COMPLETE).hasToString("complete");
    assertThat(report.serversScanned()).isEqualTo(2);
    assertThat(report.extensions()).isEmpty();
    assertThat(List.of(report.scannedAt(), report.observedAt())).containsOnly(NOW);
    assertThat(List.of(report.collectedAt(), report.processedAt())).containsOnly(NOW);
  }

  @Test
  void a_finding_describes_its_problem() {
    var file = write(directory, ".cursor/mcp.json", TWO_SERVERS);
    var settings = settings(directory).withClock(Clock.fixed(NOW, ZoneOffset.UTC));

    var finding = only("hardcoded_secret", report(settings, file));

    assertThat(finding.findingId()).matches("fnd_[0-9A-HJKMNP-TV-Z]{26}");
    assertThat(finding.severity().isAtLeast(Severity.HIGH)).isTrue();
    assertThat(finding.server()).isEqualTo("base");
    assertThat(finding.detail())
        .contains("Supabase personal access token (sbp_***)", "SUPABASE_ACCESS_TOKEN");
    assertThat(finding.remediation()).isNotBlank();
    assertThat(finding.configPath()).isEqualTo(file.toString());
    assertThat(finding.source()).isEqualTo("cursor");
    assertThat(finding.suppressed()).isFalse();
    assertThat(finding.suppressedBy()).isEmpty();
    assertThat(List.of(finding.observedAt(), finding.collectedAt(), finding.processedAt()))
        .containsOnly(NOW);
    assertThat(finding.extensions())
        .contains(
            entry("rule_id", "secrets/supabase-access-token"),
            entry("confidence", "high"),
            entry(
                "location",
                Map.of(
                    "pointer",
                    "/mcpServers/base/env/SUPABASE_ACCESS_TOKEN",
                    "line",
                    7,
                    "column",
                    40)))
        .hasEntrySatisfying(
            "fingerprint", value -> assertThat(value.toString()).matches("sha256:[0-9a-f]{64}"));
  }

  @Test
  void the_counts_agree_with_the_findings() {
    var report = report(directory, TWO_SERVERS);

    assertThat(report.findingsCount()).isEqualTo(report.findings().size()).isPositive();
    assertThat(report.criticalCount()).isEqualTo(report.count(Severity.CRITICAL));
    assertThat(report.highCount()).isEqualTo(report.count(Severity.HIGH));
    assertThat(report.highCount() + report.criticalCount()).isEqualTo(1);
    assertThat(report.reaches(Severity.HIGH)).isTrue();
  }

  @Test
  void findings_come_worst_first_then_in_the_order_of_the_file() {
    var findings = report(directory, TWO_SERVERS + " ".repeat(3)).findings();

    assertThat(findings).hasSizeGreaterThan(1);
    for (int i = 1; i < findings.size(); i++) {
      var before = findings.get(i - 1);
      var after = findings.get(i);
      assertThat(before.severity().isAtLeast(after.severity())).isTrue();
      if (before.severity() == after.severity()) {
        assertThat(lineOf(before)).isLessThanOrEqualTo(lineOf(after));
      }
    }
  }

  @Test
  void findings_of_one_line_come_by_column() {
    var report =
        report(
            directory,
            """
            {"mcpServers": {"a": {"command": "x", "env": {"B_TOKEN": "%s", "A_TOKEN": "%s"}}}}
            """
                .formatted(token(1), token(2)));

    assertThat(report.findings())
        .filteredOn(finding -> finding.findingType().equals("hardcoded_secret"))
        .extracting(Finding::detail)
        .satisfiesExactly(
            first -> assertThat(first).contains("B_TOKEN"),
            second -> assertThat(second).contains("A_TOKEN"));
  }

  @Test
  void the_label_of_the_caller_is_taken() {
    var file = write(directory, ".cursor/mcp.json", TWO_SERVERS);
    var request = new ScanRequest(file, Optional.of("vscode"));

    var outcome = (Scanned) new Scanner(settings(directory)).scan(request);

    assertThat(outcome.report().source()).isEqualTo("vscode");
    assertThat(outcome.report().findings()).extracting(Finding::source).containsOnly("vscode");
  }

  @Test
  void a_suppressed_type_is_left_out_of_findings_and_counts() {
    var file = write(directory, "mcp.json", TWO_SERVERS);
    var settings = settings(directory).withSuppressed(Set.of("hardcoded_secret"));

    var report = report(settings, file);

    assertThat(report.findings())
        .extracting(Finding::findingType)
        .isNotEmpty()
        .doesNotContain("hardcoded_secret");
    assertThat(report.findingsCount()).isEqualTo(report.findings().size());
    assertThat(report.highCount()).isZero();
    assertThat(report.toString()).doesNotContain(token(1));
  }

  @Test
  void the_same_content_gives_the_same_report_but_for_ids_and_times() {
    var file = write(directory, "mcp.json", TWO_SERVERS);
    var scanner = new Scanner(settings(directory));

    var first = ((Scanned) scanner.scan(ScanRequest.of(file))).report();
    var second = ((Scanned) scanner.scan(ScanRequest.of(file))).report();

    assertThat(second)
        .usingRecursiveComparison()
        .ignoringFieldsMatchingRegexes("(.*\\.)?(reportId|findingId|scanDurationMs|.*At)")
        .isEqualTo(first);
    assertThat(second.reportId()).isGreaterThan(first.reportId());
  }

  @Test
  void a_file_without_servers_has_no_findings() {
    var report = report(directory, "{\"mcpServers\": {}}");

    assertThat(report.findings()).isEmpty();
    assertThat(report.serversScanned()).isZero();
    assertThat(report.status()).isEqualTo(Status.COMPLETE);
    assertThat(report.markdownSummary())
        .isEqualTo("**0 findings** in 0 servers: 0 critical, 0 high, 0 medium, 0 low, 0 info.");
  }

  private static Finding only(String type, McpScanReport report) {
    assertThat(report.findings()).extracting(Finding::findingType).containsOnlyOnce(type);
    return report.findings().stream()
        .filter(finding -> finding.findingType().equals(type))
        .findFirst()
        .orElseThrow();
  }

  private static int lineOf(Finding finding) {
    return (int) ((Map<?, ?>) finding.extensions().get("location")).get("line");
  }
}
