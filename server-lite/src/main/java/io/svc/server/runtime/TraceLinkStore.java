package io.svc.server.runtime;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements of traces of sessions. */
interface TraceLinkStore {
  /** A trace as it is stored. */
  record Row(
      String traceId,
      String spanId,
      String name,
      TraceDraft.TraceSystem system,
      Instant startedAt,
      Optional<Long> durationMs,
      TraceDraft.Status status) {}

  @SqlUpdate(
      """
      INSERT INTO trace_link (org_id, session_id, trace_id, span_id, name, system, started_at,
        duration_ms, status)
      VALUES (:org, :sessionId, :traceId, :spanId, :name, :system, :startedAt, :durationMs, :status)
      ON CONFLICT (org_id, session_id, trace_id, span_id) DO UPDATE SET name = excluded.name,
        system = excluded.system, started_at = excluded.started_at,
        duration_ms = excluded.duration_ms, status = excluded.status
      """)
  int note(
      OrgId org,
      String sessionId,
      String traceId,
      String spanId,
      String name,
      TraceDraft.TraceSystem system,
      Instant startedAt,
      Optional<Long> durationMs,
      TraceDraft.Status status);

  @SqlQuery(
      """
      SELECT * FROM trace_link WHERE org_id = :org AND session_id = :sessionId
      ORDER BY started_at, trace_id, span_id LIMIT :most
      """)
  List<Row> ofSession(OrgId org, String sessionId, int most);

  @SqlUpdate(
      """
      DELETE FROM trace_link WHERE org_id = :org AND (session_id, trace_id, span_id) IN (
        SELECT session_id, trace_id, span_id FROM trace_link
        WHERE org_id = :org AND started_at < :before ORDER BY started_at LIMIT :most)
      """)
  int removeOlder(OrgId org, Instant before, int most);

  @SqlUpdate("DELETE FROM trace_link WHERE org_id = :org")
  int removeAll(OrgId org);
}
