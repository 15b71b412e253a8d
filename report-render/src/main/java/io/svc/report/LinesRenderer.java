package io.svc.report;

import io.svc.baseline.BaselineDiff;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * One line for each finding, in the format of compiler messages. Suppressed findings are omitted.
 */
final class LinesRenderer implements Renderer {
  private final SourceRoot root;

  LinesRenderer(SourceRoot root) {
    this.root = root;
  }

  @Override
  public String format() {
    return "lines";
  }

  @Override
  public void renderReports(List<McpScanReport> reports, Terminal terminal, Writer out)
      throws IOException {
    for (McpScanReport report : reports) {
      for (ReportNotes.SkippedEntry skipped : ReportNotes.of(report).skipped()) {
        String place = root.name(report.configPath()) + ":" + skipped.line() + ":1: ";
        out.write(PlainText.of(place + "error: skipped_server: " + skipped.text()) + "\n");
      }
      writeFindings(report.findings(), out);
    }
    out.flush();
  }

  @Override
  public void renderDiff(BaselineDiff diff, Terminal terminal, Writer out) throws IOException {
    writeFindings(diff.driftFindings(), out);
    out.flush();
  }

  private void writeFindings(List<Finding> findings, Writer out) throws IOException {
    for (Finding finding : findings) {
      if (!finding.suppressed()) {
        FindingPlace place = FindingPlace.of(finding);
        String head = root.name(finding.configPath()) + ":" + place.line() + ":" + place.column();
        String text = finding.severity() + ": " + finding.findingType() + ": " + finding.detail();
        out.write(PlainText.of(head + ": " + text) + "\n");
      }
    }
  }
}
