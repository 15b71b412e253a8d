package io.svc.server.policies;

import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for versions of policies. */
interface VersionStore {
  /** A version without its document. */
  record VersionSummary(String policyId, long version, String contentHash, long ruleCount) {}

  @SqlUpdate(
      """
      INSERT INTO policy_version (org_id, policy_id, version, dsl, content_hash, rule_count,
        created_at, created_by)
      VALUES (:org, :policyId, :version, :dsl, :contentHash, :ruleCount,
        :now, :by)
      """)
  void insert(
      OrgId org,
      String policyId,
      long version,
      @BindRecord PolicyText text,
      Instant now,
      String by);

  @SqlQuery(
      """
      SELECT * FROM policy_version
      WHERE org_id = :org AND policy_id = :policyId AND version = :version
      """)
  Optional<PolicyVersion> find(OrgId org, String policyId, long version);

  @SqlQuery(
      """
      SELECT * FROM policy_version
      WHERE org_id = :org AND policy_id = :policyId
      ORDER BY version DESC LIMIT :limit OFFSET :offset
      """)
  List<PolicyVersion> page(OrgId org, String policyId, int limit, int offset);

  /** Returns the versions with the same content hash as one of them. */
  @SqlQuery(
      """
      SELECT v.version FROM policy_version v
      JOIN policy_version o ON o.org_id = v.org_id AND o.policy_id = v.policy_id
        AND o.content_hash = v.content_hash
      WHERE o.org_id = :org AND o.policy_id = :policyId AND o.version = :version
      """)
  Set<Long> like(OrgId org, String policyId, long version);

  /** Returns the latest versions of policies. */
  @SqlQuery(
      """
      SELECT v.policy_id, v.version, v.content_hash, v.rule_count FROM policy p
      JOIN policy_version v ON v.org_id = p.org_id AND v.policy_id = p.policy_id
        AND v.version = p.latest_version
      WHERE p.org_id = :org AND p.policy_id IN (<policyIds>)
      """)
  List<VersionSummary> latest(OrgId org, @BindList List<String> policyIds);

  @SqlUpdate("DELETE FROM policy_version WHERE org_id = :org AND policy_id = :policyId")
  int delete(OrgId org, String policyId);
}
