package io.svc.server.policies;

import io.svc.rules.Severity;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for policies. */
interface PolicyStore {
  /** The number of policies at a stage. */
  record Count(Stage stage, long n) {}

  /** A summary of a policy. */
  record PolicySummary(String policyId, String name, Stage effectiveMode) {}

  /** A policy to evaluate, with its documents. */
  record ActivePolicyRow(
      String policyId,
      String name,
      Severity severity,
      Stage stage,
      Stage effectiveMode,
      long activeVersion,
      String activeDsl,
      String activeHash,
      long latestVersion,
      String latestDsl,
      String latestHash) {}

  @SqlUpdate(
      """
      INSERT INTO policy (org_id, policy_id, name, description, severity, tags, template_id, stage,
        previous_stage, effective_mode, enabled, active_version, latest_version, replay_job_id,
        evidence_summary, search, created_at, created_by, updated_at, updated_by, record_version)
      VALUES (:org, :id, :name, :description, :severity, :tags, :templateId, :stage,
        :previousStage, :stage, TRUE, 1, 1, '',
        '', :search, :now, :by, :now, :by, 1)
      """)
  void insert(
      OrgId org,
      String id,
      String name,
      String description,
      Severity severity,
      List<String> tags,
      String templateId,
      Stage stage,
      String previousStage,
      String search,
      Instant now,
      String by);

  @SqlQuery("SELECT * FROM policy WHERE org_id = :org AND policy_id = :id")
  Optional<Policy> find(OrgId org, String id);

  /** Locks a policy until the transaction ends, in databases with several writers. */
  @SqlUpdate(
      """
      UPDATE policy SET record_version = record_version WHERE org_id = :org AND policy_id = :id
      """)
  int lock(OrgId org, String id);

  /** The newest policies of all tenants, for their series in {@code /metrics}. */
  @SqlQuery("SELECT org_id, policy_id FROM policy ORDER BY policy_id DESC LIMIT :limit")
  List<Policies.Reference> newest(int limit);

  @SqlQuery("SELECT policy_id FROM policy WHERE org_id = :org ORDER BY policy_id")
  List<String> ids(OrgId org);

  @SqlQuery("SELECT stage, count(*) AS n FROM policy WHERE org_id = :org GROUP BY stage")
  List<Count> byStage(OrgId org);

  @SqlUpdate(
      """
      UPDATE policy SET name = :name, description = :description, severity = :severity,
        tags = :tags, template_id = :templateId, enabled = :enabled, search = :search,
        active_version = :activeVersion, latest_version = :latestVersion,
        updated_at = :now, updated_by = :by, record_version = record_version + 1
      WHERE org_id = :org AND policy_id = :id
      """)
  int update(
      OrgId org,
      String id,
      String name,
      String description,
      Severity severity,
      List<String> tags,
      String templateId,
      boolean enabled,
      String search,
      long activeVersion,
      long latestVersion,
      Instant now,
      String by);

  @SqlUpdate(
      """
      UPDATE policy SET stage = :stage, previous_stage = :previousStage,
        effective_mode = :effectiveMode, active_version = :activeVersion,
        updated_at = :now, updated_by = :by, record_version = record_version + 1
      WHERE org_id = :org AND policy_id = :id
      """)
  int setStage(
      OrgId org,
      String id,
      Stage stage,
      Stage previousStage,
      Stage effectiveMode,
      long activeVersion,
      Instant now,
      String by);

  @SqlUpdate(
      """
      UPDATE policy SET replay_job_id = :replayJobId, evidence_summary = :summary,
        updated_at = :now, updated_by = :by, record_version = record_version + 1
      WHERE org_id = :org AND policy_id = :id
      """)
  int setEvidence(OrgId org, String id, String replayJobId, String summary, Instant now, String by);

  /** Updates the record after a change to dependent rows. */
  @SqlUpdate(
      """
      UPDATE policy SET updated_at = :now, updated_by = :by, record_version = record_version + 1
      WHERE org_id = :org AND policy_id = :id
      """)
  int touch(OrgId org, String id, Instant now, String by);

  /** Returns the policies to evaluate, with the documents of both versions. */
  @SqlQuery(
      """
      SELECT p.policy_id, p.name, p.severity, p.stage, p.effective_mode, p.active_version,
        a.dsl AS active_dsl, a.content_hash AS active_hash, p.latest_version,
        l.dsl AS latest_dsl, l.content_hash AS latest_hash
      FROM policy p
      JOIN policy_version a ON a.org_id = p.org_id AND a.policy_id = p.policy_id
        AND a.version = p.active_version
      JOIN policy_version l ON l.org_id = p.org_id AND l.policy_id = p.policy_id
        AND l.version = p.latest_version
      WHERE p.org_id = :org AND p.enabled AND p.effective_mode <> 'draft' AND a.dsl <> ''
      ORDER BY p.policy_id
      """)
  List<ActivePolicyRow> evaluated(OrgId org);

  /** Selects policies that apply to all agents, because they have no assignments. */
  @SqlQuery(
      """
      SELECT policy_id, name, effective_mode FROM policy p
      WHERE org_id = :org AND enabled AND effective_mode <> 'draft' AND NOT EXISTS (
        SELECT 1 FROM policy_assignment a WHERE a.org_id = p.org_id AND a.policy_id = p.policy_id)
      ORDER BY policy_id
      """)
  List<PolicySummary> forAll(OrgId org);

  @SqlUpdate("DELETE FROM policy WHERE org_id = :org AND policy_id = :id")
  int delete(OrgId org, String id);
}
