package io.svc.server.mcp;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.svc.scanner.scan.McpScanReport;
import java.time.Instant;

/**
 * What a sender is told of his report.
 *
 * @param duplicate whether the report was known already
 * @param findingsReceived in the report, those that were set aside included
 * @param findingsNew that no earlier report had
 * @param findingsCount without those that were set aside, as are the counts by severity
 * @param serversSeen that the report tells of
 * @param driftFindings that tell of differences from a baseline, whoever compared
 * @param url of the page about the report
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record ReportUploadResponse(
    String reportId,
    String orgId,
    String status,
    McpScanReport.Status reportStatus,
    boolean duplicate,
    int findingsReceived,
    int findingsNew,
    int findingsCount,
    int criticalCount,
    int highCount,
    int mediumCount,
    int lowCount,
    int infoCount,
    int serversSeen,
    int driftFindings,
    int alertsCreated,
    Instant receivedAt,
    String url) {}
