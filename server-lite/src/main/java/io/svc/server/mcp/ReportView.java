package io.svc.server.mcp;

import io.svc.scanner.scan.McpScanReport;
import java.time.Instant;

/**
 * A report as it is listed in an answer.
 *
 * @param duplicate whether it was sent more than once
 */
record ReportView(
    String id,
    String source,
    String configPath,
    McpScanReport.Status status,
    long serversScanned,
    long findingsCount,
    long criticalCount,
    long highCount,
    long mediumCount,
    long lowCount,
    long infoCount,
    long newFindings,
    long fixedFindings,
    long reopenedFindings,
    long driftFindings,
    Instant scannedAt,
    Instant receivedAt,
    String uploadedBy,
    boolean duplicate) {
  static ReportView of(StoredReport report) {
    return new ReportView(
        report.reportId(),
        report.source(),
        report.configPath(),
        report.status(),
        report.serversScanned(),
        report.findingsCount(),
        report.criticalCount(),
        report.highCount(),
        report.mediumCount(),
        report.lowCount(),
        report.infoCount(),
        report.newFindings(),
        report.fixedFindings(),
        report.reopenedFindings(),
        report.driftFindings(),
        report.scannedAt(),
        report.receivedAt(),
        report.uploadedBy(),
        report.duplicates() > 0);
  }
}
