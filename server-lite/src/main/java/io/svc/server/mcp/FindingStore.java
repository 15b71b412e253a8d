package io.svc.server.mcp;

import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import io.svc.server.db.SearchText;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlBatch;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for findings. */
interface FindingStore {
  /** The state of a finding to compare with the next report. */
  record FindingState(
      String findingKey,
      String serverId,
      String server,
      Severity severity,
      FindingStatus status,
      boolean isOwn) {}

  /** A finding as listed, with its JSON. */
  record Row(
      long seq,
      String findingId,
      FindingStatus status,
      String finding,
      String reportId,
      String serverId,
      Instant firstSeenAt,
      Instant lastSeenAt,
      Optional<Instant> fixedAt) {}

  /** The columns of {@link Row}. */
  String COLUMNS =
      "seq, finding_id, status, finding, report_id, server_id, first_seen_at, last_seen_at,"
          + " fixed_at";

  /** Returns a page of all findings, in the order in which they were found. */
  @SqlQuery(
      "SELECT "
          + COLUMNS
          + " FROM mcp_finding WHERE org_id = :org AND seq > :after ORDER BY seq LIMIT :limit")
  List<Row> after(OrgId org, long after, int limit);

  /** Selects the latest open findings of some types. */
  @SqlQuery(
      "SELECT "
          + COLUMNS
          + " FROM mcp_finding WHERE org_id = :org AND finding_type IN (<types>)"
          + " AND status IN ('new', 'open') ORDER BY seq DESC LIMIT :limit")
  List<Row> openOfTypes(OrgId org, @BindList("types") List<String> types, int limit);

  @SqlQuery(
      """
      SELECT finding_key, server_id, server, severity, status, is_own FROM mcp_finding
      WHERE org_id = :org AND file_key = :fileKey AND status <> 'fixed'
      """)
  List<FindingState> present(OrgId org, String fileKey);

  @SqlQuery(
      """
      SELECT finding_key, server_id, server, severity, status, is_own FROM mcp_finding
      WHERE org_id = :org AND finding_key IN (<keys>)
      """)
  List<FindingState> known(OrgId org, @BindList("keys") List<String> keys);

  /** Returns a page of findings that this service created itself and that are not fixed. */
  @SqlQuery(
      """
      SELECT finding_key, server_id, server, severity, status, is_own FROM mcp_finding
      WHERE org_id = :org AND is_own AND status <> 'fixed' AND finding_key > :after
      ORDER BY finding_key LIMIT :limit
      """)
  List<FindingState> own(OrgId org, String after, int limit);

  /** A finding that a report contains. */
  record FindingUpdate(
      String key, Finding seen, FindingStatus status, String serverId, boolean isOwn) {
    String finding() {
      return Json.text(seen);
    }

    /** Returns the text that searches match. */
    String search() {
      return SearchText.cut(
          String.join(
                  "\n",
                  seen.findingType(),
                  seen.server(),
                  seen.configPath(),
                  seen.detail(),
                  String.valueOf(seen.extensions().getOrDefault("rule_id", "")))
              .toLowerCase(Locale.ROOT));
    }
  }

  @SqlBatch(
      """
      INSERT INTO mcp_finding (org_id, finding_key, finding_id, seq, file_key, server_id, server,
        finding_type, severity, status, is_own, search, finding, report_id, first_seen_at,
        last_seen_at, fixed_at)
      VALUES (:org, :key, :seen.findingId, :seq, :fileKey, :serverId, :seen.server,
        :seen.findingType, :seen.severity, :status, :isOwn, :search, :finding, :reportId, :at,
        :at, NULL)
      """)
  void insert(
      OrgId org,
      @BindRecord List<FindingUpdate> changes,
      List<Long> seq,
      String fileKey,
      String reportId,
      Instant at);

  @SqlBatch(
      """
      UPDATE mcp_finding SET server_id = :serverId, server = :seen.server,
        finding_type = :seen.findingType, severity = :seen.severity, status = :status,
        is_own = :isOwn, search = :search, finding = :finding, report_id = :reportId, last_seen_at = :at, fixed_at = NULL
      WHERE org_id = :org AND finding_key = :key
      """)
  void seen(OrgId org, @BindRecord List<FindingUpdate> changes, String reportId, Instant at);

  @SqlBatch(
      """
      UPDATE mcp_finding SET status = 'fixed', fixed_at = :at
      WHERE org_id = :org AND finding_key = :key
      """)
  void fixed(OrgId org, List<String> key, Instant at);

  @SqlQuery(
      """
      SELECT seq, finding_id, status, finding, report_id, server_id, first_seen_at, last_seen_at,
        fixed_at
      FROM mcp_finding WHERE org_id = :org AND server_id = :serverId
      ORDER BY seq DESC LIMIT :limit OFFSET :offset
      """)
  List<Row> ofServer(OrgId org, String serverId, int limit, int offset);

  @SqlQuery("SELECT count(*) FROM mcp_finding WHERE org_id = :org AND server_id = :serverId")
  long countOfServer(OrgId org, String serverId);

  /** The latest report of a finding, and its status. */
  record ReportedFinding(long seq, String reportId, FindingStatus status) {}

  /** Returns a page of all findings, in the order in which they were found. */
  @SqlQuery(
      """
      SELECT seq, report_id, status FROM mcp_finding WHERE org_id = :org AND seq > :after
      ORDER BY seq LIMIT :limit
      """)
  List<ReportedFinding> seenIn(OrgId org, long after, int limit);

  /** A finding to remove. */
  record ExpiredFinding(String findingKey, Severity severity) {}

  /** Returns findings fixed before a time, oldest first. */
  @SqlQuery(
      """
      SELECT finding_key, severity FROM mcp_finding
      WHERE org_id = :org AND status = 'fixed' AND fixed_at < :before
      ORDER BY fixed_at LIMIT :limit
      """)
  List<ExpiredFinding> fixedBefore(OrgId org, Instant before, int limit);

  @SqlUpdate("DELETE FROM mcp_finding WHERE org_id = :org AND finding_key IN (<keys>)")
  int remove(OrgId org, @BindList("keys") List<String> keys);
}
