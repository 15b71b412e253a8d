package io.svc.server.mcp;

import io.svc.scanner.scan.McpScanReport;
import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for reports. */
interface ScanReportStore {
  /** The fields that identify a duplicate. */
  record StoredUpload(String contentHash, String answer) {}

  @SqlQuery(
      """
      SELECT content_hash, answer FROM mcp_report_body
      WHERE org_id = :org AND report_id = :reportId
      """)
  Optional<StoredUpload> known(OrgId org, String reportId);

  /** A report whose body is still stored. */
  record ReportWithBody(
      long seq, String reportId, String source, String configPath, Instant receivedAt) {}

  /** Returns the body; absent for an unknown report, and an empty text after its removal. */
  @SqlQuery("SELECT report FROM mcp_report_body WHERE org_id = :org AND report_id = :reportId")
  Optional<String> body(OrgId org, String reportId);

  @SqlUpdate(
      """
      INSERT INTO mcp_report_body (org_id, report_id, content_hash, answer, report)
      VALUES (:org, :reportId, :contentHash, :answer, :report)
      """)
  void insertBody(OrgId org, String reportId, String contentHash, String answer, String report);

  @SqlUpdate(
      """
      INSERT INTO mcp_report (org_id, report_id, seq, source, config_path, status,
        servers_scanned, findings_count, critical_count, high_count, medium_count, low_count,
        info_count, new_findings, fixed_findings, reopened_findings, drift_findings, scanned_at,
        received_at, uploaded_by, duplicates, has_body)
      VALUES (:org, :reportId, :seq, :source, :configPath, :status,
        :serversScanned, :findingsCount, :critical, :high, :medium, :low,
        :info, :newFindings, :fixed, :reopened, :drift, :scannedAt,
        :receivedAt, :uploadedBy, 0, TRUE)
      """)
  void insert(
      OrgId org,
      @BindRecord McpScanReport report,
      long seq,
      long critical,
      long high,
      long medium,
      long low,
      long info,
      long newFindings,
      long fixed,
      long reopened,
      long drift,
      Instant receivedAt,
      String uploadedBy);

  @SqlUpdate(
      """
      UPDATE mcp_report SET duplicates = duplicates + 1
      WHERE org_id = :org AND report_id = :reportId
      """)
  void countDuplicate(OrgId org, String reportId);

  /** A page of the reports with their bodies, latest first. */
  /** Returns a page of the reports with their bodies, latest first. */
  @SqlQuery(
      """
      SELECT seq, report_id, source, config_path, received_at FROM mcp_report
      WHERE org_id = :org AND has_body AND seq < :before
      ORDER BY seq DESC LIMIT :limit
      """)
  List<ReportWithBody> withBody(OrgId org, long before, int limit);

  @SqlUpdate(
      """
      UPDATE mcp_report SET has_body = FALSE
      WHERE org_id = :org AND has_body AND report_id IN (<ids>)
      """)
  int markEmpty(OrgId org, @BindList("ids") List<String> ids);

  /** Retains the fields that identify duplicates. */
  @SqlUpdate("UPDATE mcp_report_body SET report = '' WHERE org_id = :org AND report_id IN (<ids>)")
  int empty(OrgId org, @BindList("ids") List<String> ids);
}
