package io.svc.server.reports;

import io.svc.server.attestation.DocumentSigner;
import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements of reports. */
interface ReportStore {
  /** Reports as lists show them, without the large columns. */
  String LISTED =
      "(SELECT org_id, report_id, type, framework, title, status, from_at, to_at, filters,"
          + " created_by, created_at, completed_at, expires_at, error, row_count, content_hash,"
          + " summary, '' AS sections, '' AS manifest, algorithm, '' AS signature"
          + " FROM report) listed";

  /** A queued report and its tenant. */
  record QueuedReport(OrgId orgId, String reportId) {}

  @SqlUpdate(
      """
      INSERT INTO report (org_id, report_id, type, framework, title, status, from_at, to_at,
        filters, created_by, created_at, expires_at, lease_until, attempt, error, row_count,
        content_hash, summary, sections, manifest, algorithm, signature)
      VALUES (:org, :id, :type, :framework, :title, 'queued', :from, :to,
        :filters, :by, :now, :expiresAt, 0, 0, '', 0,
        '', '', '', '', '', '')
      """)
  void insert(
      OrgId org,
      String id,
      String type,
      @BindRecord ReportScope scope,
      String title,
      String by,
      Instant now,
      Instant expiresAt);

  @SqlQuery("SELECT * FROM report WHERE org_id = :org AND report_id = :id")
  Optional<Report> find(OrgId org, String id);

  @SqlQuery(
      """
      SELECT count(*) FROM report WHERE org_id = :org AND status IN ('queued', 'running')
      """)
  long countUnderWay(OrgId org);

  @SqlQuery(
      """
      SELECT count(*) FROM report
      WHERE org_id = :org AND status = 'running' AND lease_until >= :now
      """)
  long countRunning(OrgId org, Instant now);

  /**
   * Queued reports, and those with an expired lease: the first of each tenant before the second of
   * any.
   */
  @SqlQuery(
      """
      SELECT org_id, report_id FROM (
        SELECT org_id, report_id,
          row_number() OVER (PARTITION BY org_id ORDER BY report_id) AS place
        FROM report
        WHERE status IN ('queued', 'running') AND lease_until < :now) w
      ORDER BY place, report_id LIMIT 20
      """)
  List<QueuedReport> waiting(Instant now);

  /** Leases a report, unless another server did. */
  @SqlUpdate(
      """
      UPDATE report SET status = 'running', lease_until = :until, attempt = attempt + 1
      WHERE org_id = :org AND report_id = :id AND status IN ('queued', 'running')
        AND lease_until < :now
      """)
  int take(OrgId org, String id, Instant now, Instant until);

  @SqlQuery("SELECT attempt FROM report WHERE org_id = :org AND report_id = :id")
  long attempt(OrgId org, String id);

  /** Renews the lease; 0 when another server has taken the report. */
  @SqlUpdate(
      """
      UPDATE report SET lease_until = :until
      WHERE org_id = :org AND report_id = :id AND status = 'running' AND attempt = :attempt
      """)
  int hold(OrgId org, String id, long attempt, Instant until);

  @SqlUpdate(
      """
      INSERT INTO report_chunk (org_id, report_id, place, packed)
      VALUES (:org, :id, :place, :packed)
      """)
  void insertChunk(OrgId org, String id, long place, byte[] packed);

  @SqlQuery(
      """
      SELECT packed FROM report_chunk
      WHERE org_id = :org AND report_id = :id AND place = :place
      """)
  Optional<byte[]> chunk(OrgId org, String id, long place);

  @SqlUpdate("DELETE FROM report_chunk WHERE org_id = :org AND report_id = :id")
  int removeChunks(OrgId org, String id);

  @SqlUpdate(
      """
      UPDATE report SET status = 'ready', completed_at = :now, row_count = :rows,
        content_hash = :contentHash, summary = :summary, sections = :sections,
        manifest = :text, algorithm = :algorithm, signature = :signature
      WHERE org_id = :org AND report_id = :id AND status IN ('queued', 'running')
        AND attempt = :attempt
      """)
  int ready(
      OrgId org,
      String id,
      long attempt,
      Instant now,
      @BindRecord RowSerializer.RowTotals pressed,
      String summary,
      String sections,
      @BindRecord DocumentSigner.SignedDocument signed);

  @SqlUpdate(
      """
      UPDATE report SET status = 'failed', completed_at = :now, error = :error
      WHERE org_id = :org AND report_id = :id AND status = 'running' AND attempt = :attempt
      """)
  int failed(OrgId org, String id, long attempt, Instant now, String error);

  @SqlQuery(
      """
      SELECT report_id FROM report
      WHERE org_id = :org AND (expires_at <= :now OR created_at < :before)
      ORDER BY report_id LIMIT :most
      """)
  List<String> ended(OrgId org, Instant now, Instant before, int most);

  @SqlUpdate("DELETE FROM report WHERE org_id = :org AND report_id = :id")
  int remove(OrgId org, String id);
}
