package io.svc.server.rollout;

import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for rollouts. */
interface RolloutStore {
  @SqlUpdate(
      """
      INSERT INTO rollout_transition (org_id, transition_id, policy_id, action, from_stage,
        to_stage, effective_mode, policy_version, transitioned_by, transitioned_at, replay_job_id,
        calibration_pass, reason)
      VALUES (:org, :id, :policyId, :action, :fromStage,
        :toStage, :effectiveMode, :policyVersion, :transitionedBy, :transitionedAt, :replayJobId,
        :calibrationPass, :reason)
      """)
  void insert(OrgId org, @BindRecord Transition transition, String policyId, String replayJobId);

  @SqlQuery(
      """
      SELECT transition_id AS id, action, from_stage, to_stage, effective_mode, policy_version,
        transitioned_by, transitioned_at, NULLIF(replay_job_id, '') AS replay_job_id,
        calibration_pass, reason
      FROM rollout_transition WHERE org_id = :org AND policy_id = :policyId
      ORDER BY transition_id DESC LIMIT :limit
      """)
  List<Transition> history(OrgId org, String policyId, int limit);

  @SqlQuery(
      """
      SELECT frozen, frozen_at, CASE WHEN frozen THEN frozen_by END AS frozen_by,
        CASE WHEN frozen THEN freeze_reason END AS reason,
        disabled_at AS enforcement_disabled_at,
        CASE WHEN disabled_at IS NOT NULL THEN disabled_by END AS enforcement_disabled_by,
        CASE WHEN disabled_at IS NOT NULL THEN disable_reason END AS enforcement_disabled_reason
      FROM governance WHERE org_id = :org
      """)
  Optional<KillSwitchState> state(OrgId org);

  /** Records that all enforcing policies were moved back to observe. */
  @SqlUpdate(
      """
      UPDATE governance SET disabled_at = :at, disabled_by = :by, disable_reason = :reason
      WHERE org_id = :org
      """)
  int disabled(OrgId org, Instant at, String by, String reason);

  /** Records that a policy was moved to soft_enforce or enforce. */
  @SqlUpdate(
      """
      UPDATE governance SET disabled_at = NULL, disabled_by = '', disable_reason = ''
      WHERE org_id = :org AND disabled_at IS NOT NULL
      """)
  int enabled(OrgId org);

  /** Stops promotions; returns 0 when they are already stopped. */
  @SqlUpdate(
      """
      UPDATE governance
      SET frozen = TRUE, frozen_at = :at, frozen_by = :by, freeze_reason = :reason
      WHERE org_id = :org AND NOT frozen
      """)
  int freeze(OrgId org, Instant at, String by, String reason);

  /** Resumes promotions; returns 0 when they are not stopped. */
  @SqlUpdate(
      """
      UPDATE governance SET frozen = FALSE, frozen_at = NULL, frozen_by = '', freeze_reason = ''
      WHERE org_id = :org AND frozen
      """)
  int unfreeze(OrgId org);
}
