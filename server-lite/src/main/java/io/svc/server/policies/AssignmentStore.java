package io.svc.server.policies;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for assignments of policies to agents. */
interface AssignmentStore {
  /** The number of agents that a policy is assigned to. */
  record Count(String policyId, long n) {}

  /** A policy that is assigned to an agent. */
  record AssignedPolicy(String agentId, String policyId, String name, Stage effectiveMode) {}

  @SqlUpdate(
      """
      INSERT INTO policy_assignment (org_id, policy_id, agent_id, assigned_at, assigned_by)
      VALUES (:org, :policyId, :agentId, :now, :by)
      ON CONFLICT (org_id, policy_id, agent_id) DO NOTHING
      """)
  int insert(OrgId org, String policyId, String agentId, Instant now, String by);

  @SqlUpdate(
      """
      DELETE FROM policy_assignment
      WHERE org_id = :org AND policy_id = :policyId AND agent_id = :agentId
      """)
  int delete(OrgId org, String policyId, String agentId);

  /** Selects the first assignments of each policy. */
  @SqlQuery(
      """
      SELECT policy_id, agent_id, assigned_at, assigned_by FROM (
        SELECT policy_id, agent_id, assigned_at, assigned_by,
          row_number() OVER (PARTITION BY policy_id ORDER BY agent_id) AS place
        FROM policy_assignment WHERE org_id = :org AND policy_id IN (<policyIds>)) numbered
      WHERE place <= :most ORDER BY policy_id, agent_id
      """)
  List<Policy.Assignment> first(OrgId org, @BindList List<String> policyIds, int most);

  @SqlQuery("SELECT * FROM policy_assignment WHERE org_id = :org ORDER BY policy_id, agent_id")
  List<Policy.Assignment> all(OrgId org);

  @SqlQuery(
      """
      SELECT policy_id, count(*) AS n FROM policy_assignment
      WHERE org_id = :org AND policy_id IN (<policyIds>) GROUP BY policy_id
      """)
  List<Count> counts(OrgId org, @BindList List<String> policyIds);

  @SqlQuery(
      """
      SELECT a.agent_id, p.policy_id, p.name, p.effective_mode FROM policy_assignment a
      JOIN policy p ON p.org_id = a.org_id AND p.policy_id = a.policy_id
      WHERE a.org_id = :org AND a.agent_id IN (<agentIds>)
      ORDER BY p.policy_id
      """)
  List<AssignedPolicy> ofAgents(OrgId org, @BindList List<String> agentIds);

  @SqlUpdate("DELETE FROM policy_assignment WHERE org_id = :org AND policy_id = :policyId")
  int deleteOf(OrgId org, String policyId);
}
