package io.svc.report;

import io.svc.scanner.scan.McpScanReport;

/** What a report's summary tells beside the counts: the skipped servers and notes on the file. */
final class SummaryNotes {
  private SummaryNotes() {}

  /** The summary without its first line, which has the counts; empty when there is no more. */
  static String of(McpScanReport report) {
    String summary = report.markdownSummary();
    int end = summary.indexOf('\n');
    return end < 0 ? "" : summary.substring(end).strip();
  }
}
