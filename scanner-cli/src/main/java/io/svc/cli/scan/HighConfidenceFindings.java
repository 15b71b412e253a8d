package io.svc.cli.scan;

import io.svc.scanner.redact.FoundSecret.Confidence;
import io.svc.scanner.scan.McpScanReport;

/** The findings that the scanner is sure enough of. */
final class HighConfidenceFindings {
  private HighConfidenceFindings() {}

  /** A report without what is less sure; a finding that says nothing of it is certain. */
  static McpScanReport of(McpScanReport report, Confidence least) {
    return report.withOnly(
        finding -> {
          Object label = finding.extensions().getOrDefault("confidence", "");
          for (Confidence lower : Confidence.values()) {
            if (lower.compareTo(least) < 0 && lower.toString().equals(label)) {
              return false;
            }
          }
          return true;
        });
  }
}
