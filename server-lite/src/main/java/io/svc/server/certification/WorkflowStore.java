package io.svc.server.certification;

import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements for certification states of workflows, and for counters of tenants. */
interface WorkflowStore {
  /** A workflow that is due for an inactivity check. */
  record DueWorkflow(OrgId orgId, String assetId, Instant dueAt) {}

  /** The counters of a tenant. */
  record TenantCounters(long nextSeq, long certified) {}

  @SqlQuery("SELECT * FROM certified_workflow WHERE org_id = :org AND asset_id = :assetId")
  Optional<CertifiedWorkflow> find(OrgId org, String assetId);

  @SqlQuery("SELECT * FROM certified_workflow WHERE org_id = :org AND cert_id = :certId")
  Optional<CertifiedWorkflow> byCert(OrgId org, String certId);

  /** Returns the workflows of some agents, by their assets. */
  default List<CertifiedWorkflow> ofAgents(OrgId org, List<String> agentIds) {
    return anyhowOfAgents(org, agentIds).stream()
        .sorted(Comparator.comparing(CertifiedWorkflow::assetId))
        .toList();
  }

  /** If the query were ordered by asset, SQLite would scan all certified workflows. */
  @SqlQuery(
      """
      SELECT * FROM certified_workflow
      WHERE org_id = :org AND agent_id IN (<agentIds>) AND agent_id <> ''
      """)
  List<CertifiedWorkflow> anyhowOfAgents(OrgId org, @BindList List<String> agentIds);

  /** A page of all workflows. */
  @SqlQuery(
      """
      SELECT * FROM certified_workflow WHERE org_id = :org AND asset_id > :after
      ORDER BY asset_id LIMIT :limit
      """)
  List<CertifiedWorkflow> after(OrgId org, String after, int limit);

  /** Stores a decision about a workflow, and clears its recorded drift. */
  @SqlUpdate(
      """
      INSERT INTO certified_workflow (org_id, asset_id, status, cert_id, seq, workflow_id, platform,
        name, agent_id, decided_by, decided_at, fingerprint, risk_score, drift, flagged, due_at,
        gap_from, gap_alert)
      VALUES (:org, :assetId, :status, :certId, :seq, :workflowId, :platform,
        :name, :agentId, :by, :at, :fingerprint, :riskScore, '[]', FALSE, :dueAt, NULL, '')
      ON CONFLICT (org_id, asset_id) DO UPDATE SET status = excluded.status,
        cert_id = excluded.cert_id, seq = excluded.seq, workflow_id = excluded.workflow_id,
        platform = excluded.platform, name = excluded.name, agent_id = excluded.agent_id,
        decided_by = excluded.decided_by, decided_at = excluded.decided_at,
        fingerprint = excluded.fingerprint, risk_score = excluded.risk_score,
        drift = excluded.drift, flagged = excluded.flagged, due_at = excluded.due_at,
        gap_from = excluded.gap_from, gap_alert = excluded.gap_alert
      """)
  void decide(
      OrgId org,
      String assetId,
      CertificationStatus status,
      String certId,
      long seq,
      @BindRecord CertificationWriter.Workflow workflow,
      String by,
      Instant at,
      String fingerprint,
      long riskScore,
      Optional<Instant> dueAt);

  @SqlUpdate(
      """
      UPDATE certified_workflow SET drift = :drift, flagged = :flagged
      WHERE org_id = :org AND asset_id = :assetId
      """)
  int note(OrgId org, String assetId, String drift, boolean flagged);

  @SqlUpdate(
      "UPDATE certified_workflow SET agent_id = :agentId WHERE org_id = :org AND asset_id = :id")
  int link(OrgId org, String id, String agentId);

  @SqlUpdate(
      "UPDATE certified_workflow SET asset_id = :to WHERE org_id = :org AND asset_id = :from")
  int move(OrgId org, String from, String to);

  @SqlUpdate("DELETE FROM certified_workflow WHERE org_id = :org AND asset_id = :assetId")
  int remove(OrgId org, String assetId);

  /** Workflows of all tenants that are due for a check. */
  @SqlQuery(
      """
      SELECT org_id, asset_id, due_at FROM certified_workflow
      WHERE due_at IS NOT NULL AND due_at <= :now ORDER BY due_at LIMIT :limit
      """)
  List<DueWorkflow> due(Instant now, int limit);

  /** Leases a due workflow by setting its next check, so that no other server checks it. */
  @SqlUpdate(
      """
      UPDATE certified_workflow SET due_at = :next
      WHERE org_id = :org AND asset_id = :assetId AND due_at = :seen
      """)
  int take(OrgId org, String assetId, Instant seen, Instant next);

  @SqlUpdate(
      """
      UPDATE certified_workflow SET due_at = :dueAt, gap_from = :gapFrom, gap_alert = :gapAlert
      WHERE org_id = :org AND asset_id = :assetId AND due_at IS NOT NULL
      """)
  int watched(OrgId org, String assetId, Instant dueAt, Optional<Instant> gapFrom, String gapAlert);

  @SqlUpdate(
      """
      INSERT INTO certification_tenant (org_id, next_seq, certified) VALUES (:org, 1, 0)
      ON CONFLICT (org_id) DO NOTHING
      """)
  int begin(OrgId org);

  @SqlUpdate("UPDATE certification_tenant SET next_seq = next_seq + 1 WHERE org_id = :org")
  int number(OrgId org);

  @SqlUpdate("UPDATE certification_tenant SET certified = certified + :more WHERE org_id = :org")
  int count(OrgId org, long more);

  @SqlQuery("SELECT next_seq, certified FROM certification_tenant WHERE org_id = :org")
  Optional<TenantCounters> counted(OrgId org);
}
