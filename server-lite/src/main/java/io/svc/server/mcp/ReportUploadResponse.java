package io.svc.server.mcp;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.svc.scanner.scan.McpScanReport;
import java.time.Instant;

/**
 * The response to the upload of a report.
 *
 * @param duplicate whether the report was already stored
 * @param findingsReceived number of findings in the report, including suppressed ones
 * @param findingsNew number of findings that no earlier report contains
 * @param findingsCount number of findings that are not suppressed; the counts by severity also
 *     exclude suppressed ones
 * @param serversSeen number of servers in the report
 * @param driftFindings number of drift findings, by the scanner or this service
 * @param url URL of the report's page
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
