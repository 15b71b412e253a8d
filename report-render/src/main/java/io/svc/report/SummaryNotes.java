package io.svc.report;

import io.svc.scanner.scan.McpScanReport;

/** The notes in a report's summary: the skipped servers and remarks on the file. */
final class SummaryNotes {
  private SummaryNotes() {}

  /**
   * Returns the summary without its first line, which contains the counts; empty if there is no
   * more.
   */
  static String of(McpScanReport report) {
    String summary = report.markdownSummary();
    int end = summary.indexOf('\n');
    return end < 0 ? "" : summary.substring(end).strip();
  }
}
