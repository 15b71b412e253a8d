package io.svc.server.mcp;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.svc.scanner.scan.McpScanReport;
import java.time.Instant;

/**
 * A report as shown in lists.
 *
 * @param findingsCount number of findings that are not suppressed; the counts by severity also
 *     exclude suppressed ones
 * @param newFindings number of findings that no earlier report contains
 * @param fixedFindings number of findings of earlier reports of the file that this one no longer
 *     contains
 * @param reopenedFindings number of findings that had been fixed
 * @param driftFindings number of drift findings, by the scanner or this service
 * @param duplicates number of repeated uploads
 */
public record StoredReport(
    @JsonProperty("id") String reportId,
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
    @JsonIgnore long duplicates) {

  public StoredReport {
    requireNonNull(reportId, "reportId is null");
    requireNonNull(source, "source is null");
    requireNonNull(configPath, "configPath is null");
    requireNonNull(status, "status is null");
    requireNonNull(scannedAt, "scannedAt is null");
    requireNonNull(receivedAt, "receivedAt is null");
    requireNonNull(uploadedBy, "uploadedBy is null");
  }

  /** Returns whether the report was sent more than once. */
  @JsonProperty
  boolean duplicate() {
    return duplicates > 0;
  }
}
