package io.svc.server.lifecycle;

import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for manual checks and degraded agents in production. */
interface ChecklistStore {
  @SqlQuery("SELECT version FROM lifecycle_checklist WHERE org_id = :org AND agent_id = :agentId")
  Optional<Long> version(OrgId org, String agentId);

  @SqlUpdate(
      """
      INSERT INTO lifecycle_checklist (org_id, agent_id, version) VALUES (:org, :agentId, 2)
      ON CONFLICT (org_id, agent_id) DO UPDATE SET version = lifecycle_checklist.version + 1
      """)
  int changed(OrgId org, String agentId);

  @SqlQuery("SELECT * FROM lifecycle_check WHERE org_id = :org AND agent_id IN (<agentIds>)")
  List<ManualCheck> checks(OrgId org, @BindList("agentIds") List<String> agentIds);

  @SqlUpdate(
      """
      INSERT INTO lifecycle_check (org_id, agent_id, item_key, status, note, evidence_url,
        checked_by, checked_at)
      VALUES (:org, :agentId, :key, :status, :note, :evidenceUrl, :by, :now)
      ON CONFLICT (org_id, agent_id, item_key) DO UPDATE SET status = excluded.status,
        note = excluded.note, evidence_url = excluded.evidence_url,
        checked_by = excluded.checked_by, checked_at = excluded.checked_at
      """)
  int check(
      OrgId org,
      String agentId,
      @BindRecord ChecklistReader.CheckInput check,
      String by,
      Instant now);

  @SqlQuery(
      """
      SELECT * FROM lifecycle_waiver WHERE org_id = :org AND agent_id IN (<agentIds>)
      ORDER BY item_key
      """)
  List<Checklist.Waiver> waivers(OrgId org, @BindList("agentIds") List<String> agentIds);

  @SqlUpdate(
      """
      INSERT INTO lifecycle_waiver (org_id, agent_id, item_key, reason, approved_by,
        approved_person, approved_at, expires_at)
      VALUES (:org, :agentId, :key, :reason, :by, :person, :now, :expiresAt)
      ON CONFLICT (org_id, agent_id, item_key) DO UPDATE SET reason = excluded.reason,
        approved_by = excluded.approved_by, approved_person = excluded.approved_person,
        approved_at = excluded.approved_at, expires_at = excluded.expires_at
      """)
  int waive(
      OrgId org,
      String agentId,
      @BindRecord ChecklistReader.WaiverInput waiver,
      String by,
      String person,
      Instant now);

  @SqlUpdate(
      """
      DELETE FROM lifecycle_waiver
      WHERE org_id = :org AND agent_id = :agentId AND item_key = :key
      """)
  int unwaive(OrgId org, String agentId, String key);

  @SqlUpdate("DELETE FROM lifecycle_check WHERE org_id = :org AND agent_id = :agentId")
  int forgetChecks(OrgId org, String agentId);

  @SqlUpdate("DELETE FROM lifecycle_waiver WHERE org_id = :org AND agent_id = :agentId")
  int forgetWaivers(OrgId org, String agentId);

  /** A degraded agent in production. */
  record DegradedRow(String agentId, String reasons, Instant since) {}

  @SqlQuery("SELECT * FROM lifecycle_degraded WHERE org_id = :org AND agent_id IN (<agentIds>)")
  List<DegradedRow> degraded(OrgId org, @BindList("agentIds") List<String> agentIds);

  @SqlQuery("SELECT agent_id FROM lifecycle_degraded WHERE org_id = :org")
  List<String> degradedIds(OrgId org);

  @SqlQuery(
      """
      SELECT * FROM lifecycle_degraded WHERE org_id = :org
      ORDER BY since DESC, agent_id LIMIT :limit
      """)
  List<DegradedRow> lastDegraded(OrgId org, int limit);

  @SqlUpdate(
      """
      INSERT INTO lifecycle_degraded (org_id, agent_id, reasons, since)
      VALUES (:org, :agentId, :reasons, :now)
      ON CONFLICT (org_id, agent_id) DO UPDATE SET reasons = excluded.reasons
      """)
  int degrade(OrgId org, String agentId, String reasons, Instant now);

  @SqlUpdate("DELETE FROM lifecycle_degraded WHERE org_id = :org AND agent_id = :agentId")
  int recover(OrgId org, String agentId);
}
