package io.svc.server.runtime;

import io.svc.server.db.NonEmpty;
import io.svc.server.db.OrgId;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements of lines of logs. */
interface RuntimeLogStore {
  String INSERT =
      """
      INSERT INTO runtime_log (org_id, session_id, at, log_id, weight, severity, source, message,
        trace_id, span_id, attributes)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  /** A line as it is stored. */
  record Row(
      String logId,
      Instant at,
      LogSeverity severity,
      LogSource source,
      String message,
      String traceId,
      String spanId,
      String attributes) {
    LogLine line() {
      return new LogLine(
          logId,
          at,
          severity,
          source,
          message,
          NonEmpty.of(traceId),
          NonEmpty.of(spanId),
          Json.own(attributes));
    }
  }

  /** The latest lines of a session, latest first. */
  @SqlQuery(
      """
      SELECT * FROM runtime_log
      WHERE org_id = :org AND session_id = :sessionId AND weight >= :least
      ORDER BY at DESC, log_id DESC LIMIT :limit
      """)
  List<Row> latest(OrgId org, String sessionId, long least, int limit);

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
