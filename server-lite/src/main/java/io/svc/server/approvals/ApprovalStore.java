package io.svc.server.approvals;

import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import io.svc.server.decisions.ApprovalRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for approvals. */
interface ApprovalStore {
  @SqlUpdate(
      """
      INSERT INTO approval (org_id, approval_id, status, agent_id, agent_name, session_id,
        decision_id, action_digest, policies, policy_id, policy_version, rule_id, severity, reason,
        approver_group, approvals_required, timeout_seconds, channels, action, server, tool,
        operation, method, host, path, arguments, justification, is_outwards, is_held,
        requested_by, requested_person, requested_at, expires_at, lease_owner, result_status,
        result_truncated, note, alert_id, search, version)
      VALUES (:org, :id, 'pending', :agentId, :agentName, :sessionId,
        :decisionId, :digest, :policies, :policyId, :policyVersion, :ruleId, :severity, :reason,
        :group, :terms.approvalsRequired, :timeoutSeconds, '', :action, :server, :tool,
        :operation, :method, :host, :path, :arguments, :justification, :isOutwards, :isHeld,
        :callerId, :requestedPerson, :now, :expiresAt, '', 0,
        FALSE, '', '', :search, 1)
      ON CONFLICT DO NOTHING
      """)
  int insert(
      OrgId org,
      String id,
      @BindRecord ApprovalRequest ask,
      String group,
      long timeoutSeconds,
      String arguments,
      boolean isHeld,
      String requestedPerson,
      Instant now,
      Instant expiresAt,
      String search);

  /** Stores which channels were notified. */
  @SqlUpdate(
      """
      UPDATE approval SET alert_id = :alertId, channels = :channels
      WHERE org_id = :org AND approval_id = :id
      """)
  int recordNotification(OrgId org, String id, String alertId, String channels);

  /** Selects the open approval of an identical action. */
  @SqlQuery(
      """
      SELECT * FROM approval WHERE org_id = :org AND agent_id = :agentId
        AND action_digest = :digest AND policies = :policies
        AND status IN ('pending', 'approved', 'executing')
      """)
  Optional<Approval> goingOn(OrgId org, String agentId, String digest, String policies);

  @SqlQuery("SELECT * FROM approval WHERE org_id = :org AND approval_id = :id")
  Optional<Approval> find(OrgId org, String id);

  /** Locks an approval until this transaction ends. */
  @SqlQuery(
      """
      UPDATE approval SET version = version WHERE org_id = :org AND approval_id = :id RETURNING *
      """)
  Optional<Approval> lock(OrgId org, String id);

  @SqlUpdate(
      """
      UPDATE approval SET status = :to, note = :note, closed_at = :closedAt,
        expires_at = :expiresAt, paused_at = :pausedAt, version = version + 1
      WHERE org_id = :org AND approval_id = :id AND status = :from
      """)
  int move(
      OrgId org,
      String id,
      ApprovalStatus from,
      ApprovalStatus to,
      String note,
      Optional<Instant> closedAt,
      Instant expiresAt,
      Optional<Instant> pausedAt);

  /** Pauses or resumes the deadline. */
  @SqlUpdate(
      """
      UPDATE approval SET paused_at = :pausedAt, expires_at = :expiresAt, version = version + 1
      WHERE org_id = :org AND approval_id = :id
      """)
  int pause(OrgId org, String id, Optional<Instant> pausedAt, Instant expiresAt);

  @SqlUpdate(
      """
      UPDATE approval SET lease_owner = :owner, lease_until = :until
      WHERE org_id = :org AND approval_id = :id
      """)
  int lease(OrgId org, String id, String owner, Instant until);

  @SqlUpdate(
      """
      UPDATE approval SET result_status = :status, result_truncated = :truncated,
        executed_at = :now
      WHERE org_id = :org AND approval_id = :id
      """)
  int executed(OrgId org, String id, long status, boolean truncated, Instant now);

  @SqlUpdate(
      """
      UPDATE approval SET replayed_at = :now, version = version + 1
      WHERE org_id = :org AND approval_id = :id AND replayed_at IS NULL
      """)
  int replayed(OrgId org, String id, Instant now);

  /** An open approval of any tenant. */
  record OpenApproval(OrgId orgId, String approvalId, ApprovalStatus status, boolean isHeld) {}

  /**
   * Open approvals in the order of their identifiers.
   *
   * @param all whether to return approvals that are neither expired at {@code now} nor to be sent
   */
  @SqlQuery(
      """
      SELECT org_id, approval_id, status, is_held FROM approval
      WHERE status IN ('pending', 'approved', 'executing') AND approval_id > :after
        AND (:all OR (expires_at <= :now AND paused_at IS NULL)
          OR (is_held AND status = 'approved'))
      ORDER BY approval_id LIMIT :limit
      """)
  List<OpenApproval> open(String after, boolean all, Instant now, int limit);

  /** Renews the lease of a call that is being sent. */
  @SqlUpdate(
      """
      UPDATE approval SET lease_until = :until
      WHERE lease_owner = :owner AND status = 'executing' AND approval_id IN (<ids>)
      """)
  int renew(String owner, Instant until, @BindList("ids") List<String> ids);

  /** Calls whose lease expired; for a server that is alone on its store, all calls of others. */
  @SqlQuery(
      """
      SELECT org_id, approval_id, status, is_held FROM approval
      WHERE status IN ('pending', 'approved', 'executing') AND status = 'executing'
        AND lease_owner != :owner AND (lease_until < :now OR :isAlone)
      """)
  List<OpenApproval> leftBehind(String owner, Instant now, boolean isAlone);

  /** The number of pending approvals and the time of the oldest. */
  record PendingCount(long n, Optional<Instant> oldest) {}

  @SqlQuery(
      """
      SELECT count(*) AS n, min(requested_at) AS oldest FROM approval
      WHERE org_id = :org AND status = 'pending' AND (paused_at IS NOT NULL OR expires_at > :now)
      """)
  PendingCount waiting(OrgId org, Instant now);

  @SqlQuery(
      """
      SELECT * FROM (SELECT * FROM approval WHERE org_id = :org
        ORDER BY approval_id DESC LIMIT :among) a
      WHERE <contains> ORDER BY approval_id DESC LIMIT :most
      """)
  List<Approval> search(OrgId org, String wanted, int among, int most);

  @SqlQuery(
      """
      SELECT approval_id FROM approval WHERE org_id = :org AND closed_at < :before
      ORDER BY closed_at LIMIT :most
      """)
  List<String> endedBefore(OrgId org, Instant before, int most);

  @SqlUpdate("DELETE FROM approval WHERE org_id = :org AND approval_id IN (<ids>)")
  int remove(OrgId org, @BindList("ids") List<String> ids);
}
