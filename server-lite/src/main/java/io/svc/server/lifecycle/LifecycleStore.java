package io.svc.server.lifecycle;

import io.svc.server.agents.Lifecycle;
import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for gates, promotions and transitions. */
interface LifecycleStore {
  /** A pending promotion. */
  record PromotionRow(
      String agentId,
      long agentVersion,
      Lifecycle fromState,
      Lifecycle toState,
      String requestedBy,
      String requestedPerson,
      Instant requestedAt,
      String reason) {}

  @SqlQuery("SELECT * FROM lifecycle_promotion WHERE org_id = :org AND agent_id IN (<agentIds>)")
  List<PromotionRow> promotions(OrgId org, @BindList("agentIds") List<String> agentIds);

  @SqlQuery(
      """
      SELECT * FROM lifecycle_promotion WHERE org_id = :org
      ORDER BY requested_at, agent_id LIMIT :limit
      """)
  List<PromotionRow> oldestPromotions(OrgId org, int limit);

  @SqlUpdate(
      """
      INSERT INTO lifecycle_promotion (org_id, agent_id, agent_version, from_state, to_state,
        requested_by, requested_person, requested_at, reason)
      VALUES (:org, :agentId, :agentVersion, :from, :to, :by, :person, :now, :reason)
      """)
  int request(
      OrgId org,
      String agentId,
      long agentVersion,
      Lifecycle from,
      Lifecycle to,
      String by,
      String person,
      Instant now,
      String reason);

  @SqlUpdate("DELETE FROM lifecycle_promotion WHERE org_id = :org AND agent_id = :agentId")
  int closePromotion(OrgId org, String agentId);

  /** An approval. */
  record ApprovalRow(String agentId, String approvedBy, Instant approvedAt, String reason) {}

  @SqlQuery(
      """
      SELECT agent_id, approved_by, approved_at, reason FROM lifecycle_approval
      WHERE org_id = :org AND agent_id IN (<agentIds>) ORDER BY approved_at, approved_by
      """)
  List<ApprovalRow> approvals(OrgId org, @BindList("agentIds") List<String> agentIds);

  @SqlUpdate(
      """
      INSERT INTO lifecycle_approval (org_id, agent_id, approved_by, approved_at, reason)
      VALUES (:org, :agentId, :by, :now, :reason)
      ON CONFLICT (org_id, agent_id, approved_by) DO NOTHING
      """)
  int approve(OrgId org, String agentId, String by, Instant now, String reason);

  @SqlUpdate("DELETE FROM lifecycle_approval WHERE org_id = :org AND agent_id = :agentId")
  int forgetApprovals(OrgId org, String agentId);

  /** A stored transition. */
  record TransitionRow(
      String transitionId,
      String agentId,
      Trigger action,
      Lifecycle fromState,
      Lifecycle toState,
      String transitionedBy,
      Instant transitionedAt,
      String approvedBy,
      String reason,
      boolean overridden,
      String gateResult) {}

  @SqlUpdate(
      """
      INSERT INTO lifecycle_transition (org_id, transition_id, agent_id, action, from_state,
        to_state, transitioned_by, transitioned_at, approved_by, reason, overridden, gate_result)
      VALUES (:org, :id, :agent.id, :trigger, :agent.lifecycle,
        :to, :by, :now, :approvedBy, :reason, :overridden, :gateResult)
      """)
  int moved(
      OrgId org,
      String id,
      @BindRecord Transitions.PlannedTransition step,
      Instant now,
      String approvedBy,
      String gateResult);

  @SqlQuery(
      """
      SELECT * FROM lifecycle_transition WHERE org_id = :org AND agent_id = :agentId
      ORDER BY transition_id DESC LIMIT :limit
      """)
  List<TransitionRow> history(OrgId org, String agentId, int limit);

  @SqlQuery(
      """
      SELECT * FROM lifecycle_transition
      WHERE org_id = :org AND agent_id = :agentId AND action = :action
      ORDER BY transition_id DESC LIMIT 1
      """)
  Optional<TransitionRow> lastOf(OrgId org, String agentId, Trigger action);

  @SqlQuery(
      "SELECT * FROM lifecycle_transition WHERE org_id = :org AND transition_id = :transitionId")
  Optional<TransitionRow> move(OrgId org, String transitionId);

  /** When an agent entered its state, if it ever changed. */
  record StateEntryTime(String agentId, Lifecycle toState, Instant transitionedAt) {}

  @SqlQuery(
      """
      SELECT agent_id, to_state, transitioned_at FROM lifecycle_transition
      WHERE org_id = :org AND transition_id IN (
        SELECT max(transition_id) FROM lifecycle_transition
        WHERE org_id = :org AND agent_id IN (<agentIds>) GROUP BY agent_id)
      """)
  List<StateEntryTime> arrivals(OrgId org, @BindList("agentIds") List<String> agentIds);
}
