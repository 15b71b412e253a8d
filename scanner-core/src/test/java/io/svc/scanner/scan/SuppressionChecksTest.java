package io.svc.scanner.scan;

import static io.svc.scanner.scan.TestFindings.byFingerprint;
import static io.svc.scanner.scan.TestFindings.byType;
import static io.svc.scanner.scan.TestFindings.finding;
import static io.svc.scanner.scan.TestFindings.until;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.finding.Ids;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuppressionChecksTest {
  private static final LocalDate TODAY = LocalDate.parse("2026-01-31");

  @TempDir private Path directory;
  private McpScanReport report;

  @BeforeEach
  void scan() {
    report = TestScans.report(directory, "{\"mcpServers\": {}}");
  }

  @Test
  void an_expired_decision_is_reported_at_its_line() {
    var findings = findings(Set.of(), until("2026-01-30", byType(7, "shell_wrapper", "notes", "")));

    assertThat(findings).hasSize(1);
    Finding finding = findings.get(0);
    assertThat(finding.findingType()).isEqualTo("suppression_expired");
    assertThat(finding.severity()).isEqualTo(Severity.INFO);
    assertThat(finding.server()).isEmpty();
    assertThat(finding.detail())
        .isEqualTo(
            "The suppression of `shell_wrapper` on the server `notes` expired after 2026-01-30.");
    assertThat(finding.configPath()).isEqualTo(".svc/preflight.yaml");
    assertThat(finding.source()).isEqualTo(report.source());
    assertThat(finding.processedAt()).isEqualTo(report.processedAt());
    assertThat(finding.suppressed()).isFalse();
    assertThat(finding.extensions())
        .containsEntry("rule_id", "suppression/expired")
        .containsEntry("location", Map.of("pointer", "/suppressions", "line", 7, "column", 1));
  }

  @Test
  void a_decision_that_meets_nothing_is_reported_at_its_line() {
    var findings = findings(Set.of(), byFingerprint(9, "sha256:abc", ""));

    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).findingType()).isEqualTo("suppression_unused");
    assertThat(findings.get(0).severity()).isEqualTo(Severity.INFO);
    assertThat(findings.get(0).detail())
        .isEqualTo("The suppression of the finding `sha256:abc` matches no finding.");
    assertThat(findings.get(0).extensions())
        .containsEntry("rule_id", "suppression/unused")
        .containsEntry("location", Map.of("pointer", "/suppressions", "line", 9, "column", 1));
  }

  @Test
  void a_decision_that_was_needed_is_not_reported() {
    var suppressions = new Suppressions(List.of(byType(1, "shell_wrapper", "*", "")), TODAY, false);
    assertThat(suppressions.of(finding("shell_wrapper", "a"), "mcp.json")).isPresent();

    assertThat(findings(suppressions, Set.of())).isEmpty();
  }

  @Test
  void either_check_can_be_left_out() {
    Suppression[] both = {
      until("2026-01-30", byType(1, "shell_wrapper", "*", "")), byType(2, "auto_approve", "*", "")
    };

    assertThat(findings(Set.of(), both))
        .extracting(Finding::findingType)
        .containsExactly("suppression_expired", "suppression_unused");
    assertThat(findings(Set.of("suppression_expired"), both))
        .extracting(Finding::findingType)
        .containsExactly("suppression_unused");
    assertThat(findings(Set.of("suppression_unused"), both))
        .extracting(Finding::findingType)
        .containsExactly("suppression_expired");
    assertThat(findings(Set.of("auto_approve"), both))
        .extracting(Finding::findingType)
        .containsExactly("suppression_expired");
  }

  @Test
  void a_fingerprint_stays_when_the_entry_moves_and_differs_from_those_of_others() {
    var entry = byType(1, "shell_wrapper", "*", "");
    var moved = byType(50, "shell_wrapper", "*", "");
    var other = byType(1, "shell_wrapper", "notes", "");

    assertThat(fingerprints(entry))
        .isEqualTo(fingerprints(moved))
        .isNotEqualTo(fingerprints(other));
    assertThat(fingerprints(entry, moved, other)).doesNotHaveDuplicates().hasSize(3);
    assertThat(fingerprints(until("2026-01-30", entry), until("2026-01-30", moved)))
        .doesNotHaveDuplicates();
    assertThat(fingerprints(until("2026-01-30", entry))).isNotEqualTo(fingerprints(entry));
  }

  @Test
  void both_checks_are_named() {
    assertThat(SuppressionChecks.all())
        .containsExactly(SuppressionChecks.EXPIRED, SuppressionChecks.UNUSED);
  }

  private List<String> fingerprints(Suppression... all) {
    return findings(Set.of(), all).stream()
        .map(finding -> (String) finding.extensions().get("fingerprint"))
        .toList();
  }

  private List<Finding> findings(Set<String> leftOut, Suppression... all) {
    return findings(new Suppressions(List.of(all), TODAY, false), leftOut);
  }

  private List<Finding> findings(Suppressions suppressions, Set<String> leftOut) {
    return SuppressionChecks.findings(
        suppressions,
        report,
        new Ids(Clock.fixed(TestScans.NOW, ZoneOffset.UTC)),
        List.of("mcp.json"),
        true,
        leftOut);
  }
}
