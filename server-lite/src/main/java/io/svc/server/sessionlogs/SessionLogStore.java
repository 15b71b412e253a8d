package io.svc.server.sessionlogs;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements for log lines. */
interface SessionLogStore {
  String INSERT =
      """
      INSERT INTO runtime_log (org_id, session_id, at, log_id, weight, severity, source, message,
        trace_id, span_id, attributes)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  /** The latest lines of a session, latest first. */
  @SqlQuery(
      """
      SELECT * FROM runtime_log
      WHERE org_id = :org AND session_id = :sessionId AND weight >= :least
      ORDER BY at DESC, log_id DESC LIMIT :limit
      """)
  List<LogLine> latest(OrgId org, String sessionId, long least, int limit);

  @SqlQuery(
      """
      SELECT count(*) FROM runtime_log
      WHERE org_id = :org AND session_id = :sessionId AND weight >= :least
      """)
  long count(OrgId org, String sessionId, long least);

  @SqlUpdate(
      """
      DELETE FROM runtime_log WHERE org_id = :org AND (session_id, at, log_id) IN (
        SELECT session_id, at, log_id FROM runtime_log
        WHERE org_id = :org AND at < :before ORDER BY at LIMIT :most)
      """)
  int removeOlder(OrgId org, Instant before, int most);
}
