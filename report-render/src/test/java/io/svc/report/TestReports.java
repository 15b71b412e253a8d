package io.svc.report;

import io.svc.baseline.BaselineDiff;
import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import io.svc.scanner.scan.ProjectPaths;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The sample reports of all tests, and what renderers make of samples. */
final class TestReports {
  private static final Instant SCANNED = Instant.parse("2026-11-20T10:15:30.120Z");

  /** A project and a home in which none of the samples is, on whatever machine. */
  static final ProjectPaths PATHS = new ProjectPaths(Path.of("/srv/acme"), Path.of("/home/ci"));

  private TestReports() {}

  /** A report of three servers without findings. */
  static McpScanReport clean() {
    return report(McpScanReport.Status.COMPLETE, "", List.of());
  }

  /** A report with a finding of each severity, and one that was set aside. */
  static McpScanReport withFindings() {
    return report(McpScanReport.Status.COMPLETE, "", TestFindings.all());
  }

  /** A report of a file in which two servers could not be read. */
  static McpScanReport partial() {
    String skipped =
        "\n\nSkipped servers:\n- `broken`: \"command\" is a number\n- `odd`: not an object\n"
            + "\nNote: The file has comments, which strict JSON does not allow.";
    return report(McpScanReport.Status.PARTIAL, skipped, List.of(TestFindings.secret()));
  }

  /** A partial report whose summary lists given lines. */
  static McpScanReport partial(String lines) {
    return report(
        McpScanReport.Status.PARTIAL,
        "\n\nSkipped servers:\n\n" + lines,
        List.of(TestFindings.secret()));
  }

  /** A report of given findings. */
  static McpScanReport of(Finding... findings) {
    return report(McpScanReport.Status.COMPLETE, "", List.of(findings));
  }

  /** A report of a given file, with a finding in it. */
  static McpScanReport at(String path) {
    return report(
        "cursor", path, McpScanReport.Status.COMPLETE, "", List.of(TestFindings.at(path)));
  }

  /** A complete report with a note on the file. */
  static McpScanReport withNote() {
    return report(McpScanReport.Status.COMPLETE, "\n\nNote: The file has no servers.", List.of());
  }

  /** A report in which everything that comes from the file is {@link TestFindings#HOSTILE}. */
  static McpScanReport hostile() {
    return report(
        "cursor",
        TestFindings.HOSTILE,
        McpScanReport.Status.COMPLETE,
        "",
        List.of(TestFindings.hostile()));
  }

  /** Runs with each kind of report, alone and together. */
  static List<List<McpScanReport>> ofAllKinds() {
    return List.of(
        List.of(),
        List.of(clean()),
        List.of(withFindings()),
        List.of(partial()),
        List.of(withNote()),
        List.of(hostile()),
        List.of(partial(), clean(), withFindings()));
  }

  /** A report of a file at a path, with findings. */
  static McpScanReport at(String path, List<Finding> findings) {
    return report("cursor", path, McpScanReport.Status.COMPLETE, "", findings);
  }

  /** What a renderer writes of reports. */
  static String rendered(Renderer renderer, Terminal terminal, McpScanReport... reports) {
    try {
      StringWriter out = new StringWriter();
      renderer.renderReports(List.of(reports), terminal, out);
      return out.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a renderer writes of a diff. */
  static String rendered(Renderer renderer, Terminal terminal, BaselineDiff diff) {
    try {
      StringWriter out = new StringWriter();
      renderer.renderDiff(diff, terminal, out);
      return out.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static McpScanReport report(
      McpScanReport.Status status, String notes, List<Finding> findings) {
    return report("claude-desktop", TestFindings.PATH, status, notes, findings);
  }

  private static McpScanReport report(
      String source,
      String path,
      McpScanReport.Status status,
      String notes,
      List<Finding> findings) {
    SeverityCounts counts = new SeverityCounts();
    counts.add(findings);
    int critical = count(findings, Severity.CRITICAL);
    int high = count(findings, Severity.HIGH);
    return new McpScanReport(
        "rpt_01JD4KQ2F0W8Y6V3T5R7P9N1M0",
        "org_acme",
        source,
        path,
        status,
        3,
        counts.total(),
        critical,
        high,
        12.25,
        SCANNED,
        TestFindings.OBSERVED,
        TestFindings.COLLECTED,
        TestFindings.PROCESSED,
        "**" + counts.total() + " findings** in 3 servers: " + counts.phrase() + "." + notes,
        findings,
        Map.of());
  }

  private static int count(List<Finding> findings, Severity severity) {
    return (int)
        findings.stream()
            .filter(finding -> finding.severity() == severity && !finding.suppressed())
            .count();
  }
}
