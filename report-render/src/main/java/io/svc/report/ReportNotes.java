package io.svc.report;

import io.svc.scanner.scan.McpScanReport;
import java.util.ArrayList;
import java.util.List;

/**
 * The notes in a report's summary, parsed for formats with separate fields.
 *
 * @param skipped the entries that could not be read; at least one for a partial report
 * @param remarks notes on the file
 */
record ReportNotes(List<SkippedEntry> skipped, List<String> remarks) {
  private static final String ENTRY = "- ";
  private static final String REMARK = "Note: ";
  private static final String HEADING = "Skipped servers:";
  private static final String LINE = "` (line ";

  ReportNotes {
    skipped = List.copyOf(skipped);
    remarks = List.copyOf(remarks);
  }

  /**
   * An entry that could not be read.
   *
   * @param text its name and the reason
   * @param line its line; 1 if it is unknown
   */
  record SkippedEntry(String text, int line) {}

  static ReportNotes of(McpScanReport report) {
    List<SkippedEntry> skipped = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    for (String line : SummaryNotes.of(report).split("\n", -1)) {
      if (line.startsWith(ENTRY)) {
        String text = line.substring(ENTRY.length());
        skipped.add(new SkippedEntry(text, lineOf(text)));
      } else if (line.startsWith(REMARK)) {
        remarks.add(line.substring(REMARK.length()));
      } else if (!line.isBlank() && !line.equals(HEADING)) {
        remarks.add(line);
      }
    }
    if (skipped.isEmpty() && report.status() == McpScanReport.Status.PARTIAL) {
      // A partially read file must not look clean, even if the summary lists no entry.
      skipped.add(new SkippedEntry("An entry in the file could not be read.", 1));
    }
    return new ReportNotes(skipped, remarks);
  }

  /** The scanner writes {@code `name` (line 3): reason}, without a backtick in the name. */
  private static int lineOf(String text) {
    int nameEnd = text.indexOf('`', 1);
    if (nameEnd < 0 || !text.startsWith(LINE, nameEnd)) {
      return 1;
    }
    int start = nameEnd + LINE.length();
    int end = start;
    // At most nine digits, so that the number fits into an int.
    while (end < text.length() && end < start + 9 && Character.isDigit(text.charAt(end))) {
      end++;
    }
    return end == start ? 1 : Math.max(Integer.parseInt(text, start, end, 10), 1);
  }
}
