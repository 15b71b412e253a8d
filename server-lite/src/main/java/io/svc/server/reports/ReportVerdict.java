package io.svc.server.reports;

import java.util.Optional;

/**
 * What came of checking an exported report.
 *
 * @param reason why it is not what it says; empty when it is
 * @param reportId as the manifest has it
 * @param keyId that signed it, as the manifest has it
 * @param rows that were looked at
 */
public record ReportVerdict(
    boolean ok, Optional<String> reason, String reportId, String keyId, long rows) {}
