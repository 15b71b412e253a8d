package io.svc.cli.scan;

import io.svc.cli.console.Console;
import io.svc.rules.Severity;
import io.svc.scanner.scan.McpScanReport;
import java.util.List;
import java.util.Locale;

/** The summary line of a run. */
final class RunSummary {
  private RunSummary() {}

  /** Returns a line such as {@code 4 files, 17 servers, 3 findings (1 high, 2 low) in 0.21 s}. */
  static String of(List<McpScanReport> reports, long nanos) {
    int servers = 0;
    int findings = 0;
    for (McpScanReport report : reports) {
      servers += report.serversScanned();
      findings += report.findingsCount();
    }
    return Console.count(reports.size(), "file")
        + ", "
        + Console.count(servers, "server")
        + ", "
        + Console.count(findings, "finding")
        + severities(reports)
        + String.format(Locale.ROOT, " in %.2f s", nanos / 1e9);
  }

  private static String severities(List<McpScanReport> reports) {
    StringBuilder text = new StringBuilder();
    Severity[] all = Severity.values();
    for (int i = all.length - 1; i >= 0; i--) {
      int count = 0;
      for (McpScanReport report : reports) {
        count += report.count(all[i]);
      }
      if (count > 0) {
        text.append(text.length() == 0 ? " (" : ", ");
        text.append(count).append(' ').append(all[i].label());
      }
    }
    return text.length() == 0 ? "" : text.append(')').toString();
  }
}
