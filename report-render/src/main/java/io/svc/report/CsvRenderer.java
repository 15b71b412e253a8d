package io.svc.report;

import io.svc.baseline.BaselineDiff;
import io.svc.rules.WordListParser;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * A table for spreadsheets and scripts (RFC 4180). It has a row for each finding, including
 * suppressed ones, which are marked, and for each skipped entry. Lines end in CR LF, as the RFC
 * specifies.
 */
final class CsvRenderer implements Renderer {
  private static final List<String> HEADER =
      WordListParser.list(
          """
          severity finding_type rule_id config_path line column pointer server source detail
          remediation confidence suppressed suppressed_by suppression_reason fingerprint""");

  /** Takes the place of a finding's type; such a row has no severity. */
  private static final String SKIPPED = "skipped_server";

  @Override
  public String format() {
    return "csv";
  }

  @Override
  public void renderReports(List<McpScanReport> reports, Terminal terminal, Writer out)
      throws IOException {
    StringBuilder table = start();
    for (McpScanReport report : reports) {
      for (ReportNotes.SkippedEntry skipped : ReportNotes.of(report).skipped()) {
        appendSkipped(table, report, skipped);
      }
      appendFindings(table, report.findings());
    }
    out.write(table.toString());
    out.flush();
  }

  @Override
  public void renderDiff(BaselineDiff diff, Terminal terminal, Writer out) throws IOException {
    StringBuilder table = start();
    appendFindings(table, diff.driftFindings());
    out.write(table.toString());
    out.flush();
  }

  private static StringBuilder start() {
    StringBuilder table = new StringBuilder();
    appendRow(table, HEADER);
    return table;
  }

  private static void appendSkipped(
      StringBuilder table, McpScanReport report, ReportNotes.SkippedEntry skipped) {
    appendRow(
        table,
        List.of(
            "",
            SKIPPED,
            "",
            report.configPath(),
            Integer.toString(skipped.line()),
            "1",
            "",
            "",
            report.source(),
            skipped.text(),
            "",
            "",
            "false",
            "",
            "",
            ""));
  }

  private static void appendFindings(StringBuilder table, List<Finding> findings) {
    for (Finding finding : findings) {
      FindingPlace location = FindingPlace.of(finding);
      appendRow(
          table,
          List.of(
              finding.severity().toString(),
              finding.findingType(),
              FindingTexts.ruleId(finding),
              finding.configPath(),
              Integer.toString(location.line()),
              Integer.toString(location.column()),
              location.pointer(),
              finding.server(),
              finding.source(),
              finding.detail(),
              finding.remediation(),
              FindingTexts.extension(finding, "confidence"),
              Boolean.toString(finding.suppressed()),
              finding.suppressedBy(),
              FindingTexts.extension(finding, "suppression_reason"),
              FindingTexts.extension(finding, "fingerprint")));
    }
  }

  private static void appendRow(StringBuilder table, List<String> cells) {
    String separator = "";
    for (String cell : cells) {
      table.append(separator).append(CsvCell.of(cell));
      separator = ",";
    }
    table.append("\r\n");
  }
}
