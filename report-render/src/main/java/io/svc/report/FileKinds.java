package io.svc.report;

import io.svc.scanner.client.FileKind;
import io.svc.scanner.scan.McpScanReport;
import java.util.List;

/** The number of examined files of each kind. */
final class FileKinds {
  private FileKinds() {}

  /** Returns a text such as {@code 2 client configurations, 1 environment file}. */
  static String phrase(List<McpScanReport> reports) {
    StringBuilder phrase = new StringBuilder();
    for (FileKind kind : FileKind.values()) {
      int count = 0;
      for (McpScanReport report : reports) {
        count += kindOf(report).equals(kind.label()) ? 1 : 0;
      }
      if (count > 0) {
        phrase.append(phrase.length() == 0 ? "" : ", ").append(kind.count(count));
      }
    }
    return phrase.toString();
  }

  /** Returns whether all files are client configurations. */
  static boolean areConfigurations(List<McpScanReport> reports) {
    for (McpScanReport report : reports) {
      if (report.extensions().containsKey(McpScanReport.FILE_KIND)) {
        return false;
      }
    }
    return true;
  }

  private static String kindOf(McpScanReport report) {
    return report.extensions().get(McpScanReport.FILE_KIND) instanceof String kind
        ? kind
        : FileKind.CLIENT_CONFIGURATION.label();
  }
}
