package io.svc.server.detection;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements of detection. */
interface DetectionStore {
  /** The position of the cascade. */
  record Cursor(long seq, long turn) {}

  @SqlQuery("SELECT seq, turn FROM detection_cursor WHERE org_id = :org")
  Optional<Cursor> cursor(OrgId org);

  /** Tenants with decisions after their cursor, or with pending observations. */
  @SqlQuery(
      """
      SELECT o.org_id FROM org o LEFT JOIN detection_cursor c ON c.org_id = o.org_id
      WHERE EXISTS (SELECT 1 FROM decision d
          WHERE d.org_id = o.org_id AND d.event_seq > coalesce(c.seq, 0))
        OR EXISTS (SELECT 1 FROM detection_pending p WHERE p.org_id = o.org_id)
      ORDER BY o.org_id
      """)
  List<OrgId> unjudged();

  /**
   * Excludes a tenant that is being deleted, because a row written during its purge would remain.
   */
  @SqlUpdate(
      """
      INSERT INTO detection_cursor (org_id, seq, turn)
      SELECT CAST(:org AS TEXT), 0, 0 WHERE NOT EXISTS (
        SELECT 1 FROM org_deletion WHERE org_id = :org AND status <> 'canceled')
      ON CONFLICT (org_id) DO NOTHING
      """)
  int begin(OrgId org);

  /** Advances the cursor; returns 0 when another server did. */
  @SqlUpdate(
      """
      UPDATE detection_cursor SET seq = :seq, turn = turn + 1
      WHERE org_id = :org AND turn = :turn
      """)
  int move(OrgId org, long turn, long seq);

  @SqlUpdate(
      """
      INSERT INTO detection_pending (org_id, pending_id, observed) VALUES (:org, :id, :observed)
      """)
  int insertPending(OrgId org, String id, String observed);

  /** A pending observation. */
  record PendingRow(String pendingId, String observed) {}

  @SqlQuery(
      """
      SELECT pending_id, observed FROM detection_pending WHERE org_id = :org
      ORDER BY pending_id LIMIT :most
      """)
  List<PendingRow> pending(OrgId org, int most);

  @SqlQuery(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM detection_pending WHERE org_id = :org LIMIT :most) waiting
      """)
  int countPending(OrgId org, int most);

  @SqlUpdate("DELETE FROM detection_pending WHERE org_id = :org AND pending_id IN (<ids>)")
  int removePending(OrgId org, @BindList("ids") List<String> ids);

  /** The baseline of an agent. */
  record AgentRow(String agentId, String baseline) {}

  @SqlQuery(
      """
      SELECT agent_id, baseline FROM detection_agent
      WHERE org_id = :org AND agent_id IN (<agentIds>)
      """)
  List<AgentRow> baselines(OrgId org, @BindList("agentIds") List<String> agentIds);

  @SqlUpdate(
      """
      INSERT INTO detection_agent (org_id, agent_id, baseline, updated_at)
      VALUES (:org, :agentId, :baseline, :now)
      ON CONFLICT (org_id, agent_id) DO UPDATE SET baseline = excluded.baseline,
        updated_at = excluded.updated_at
      """)
  int setBaseline(OrgId org, String agentId, String baseline, Instant now);

  /** A figure of one hour, or of several hours together. */
  record HourlyCount(String figure, String name, long n) {}

  @SqlQuery(
      """
      SELECT figure, name, sum(n) AS n FROM detection_hour
      WHERE org_id = :org AND hour >= :from GROUP BY figure, name
      """)
  List<HourlyCount> figures(OrgId org, long from);

  @SqlUpdate("DELETE FROM detection_hour WHERE org_id = :org AND hour < :before")
  int removeHours(OrgId org, long before);

  @SqlUpdate("DELETE FROM detection_agent WHERE org_id = :org AND updated_at < :before")
  int removeAgents(OrgId org, Instant before);
}
