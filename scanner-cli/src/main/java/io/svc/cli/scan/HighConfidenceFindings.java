package io.svc.cli.scan;

import io.svc.scanner.redact.FoundSecret.Confidence;
import io.svc.scanner.scan.McpScanReport;

/** Filters findings by confidence. */
final class HighConfidenceFindings {
  private HighConfidenceFindings() {}

  /**
   * Returns a report without findings below a confidence. A finding without a confidence counts as
   * certain.
   */
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
