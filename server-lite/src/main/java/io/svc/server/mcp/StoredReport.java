package io.svc.server.mcp;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.svc.scanner.scan.McpScanReport;
import java.time.Instant;

/**
 * A report as it is listed.
 *
 * @param findingsCount without those that were set aside, as are the counts by severity
 * @param newFindings that no earlier report had
 * @param fixedFindings that earlier reports of the file had, and this one has no longer
 * @param reopenedFindings that had been fixed
 * @param driftFindings that tell of differences from a baseline, whoever compared
 * @param duplicates how often it was sent once more
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
