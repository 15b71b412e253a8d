package io.svc.server.rollout;

import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for replays. */
interface ReplayStore {
  /** A waiting replay and its tenant. */
  record WaitingReplay(OrgId orgId, String jobId, long verdictTimeout) {}

  /** A stored verdict. */
  record VerdictRow(
      String verdictId,
      String jobId,
      String sessionId,
      String agentId,
      String verdict,
      String reason,
      String recordedDecision,
      String replayedDecision,
      String changedRules,
      String summary,
      double durationMs,
      long policyVersion) {}

  String COLUMNS =
      "job_id, policy_id, policy_version, content_hash, status, requested_by, request, threshold,"
          + " verdict_timeout, created_at, started_at, completed_at, sessions, match_count,"
          + " diverged_count, error_count, timeout_count, not_replayable, calibration_pass";

  @SqlUpdate(
      """
      INSERT INTO replay_job (org_id, job_id, policy_id, policy_version, content_hash, status,
        requested_by, request, threshold, verdict_timeout, created_at, lease_until, sessions,
        session_count, eligible_count, match_count, diverged_count, error_count, timeout_count,
        not_replayable)
      VALUES (:org, :jobId, :policyId, :policyVersion, :contentHash, 'queued',
        :requestedBy, :request, :threshold, :verdictTimeout, :now, 0, '[]',
        0, 0, 0, 0, 0, 0, '{}')
      """)
  void insert(
      OrgId org,
      String jobId,
      String policyId,
      long policyVersion,
      String contentHash,
      String requestedBy,
      String request,
      double threshold,
      long verdictTimeout,
      Instant now);

  @SqlQuery("SELECT " + COLUMNS + " FROM replay_job WHERE org_id = :org AND job_id = :jobId")
  Optional<ReplayJob> find(OrgId org, String jobId);

  @SqlQuery(
      "SELECT "
          + COLUMNS
          + " FROM replay_job WHERE org_id = :org AND policy_id = :policyId"
          + " ORDER BY job_id DESC LIMIT :limit")
  List<ReplayJob> ofPolicy(OrgId org, String policyId, int limit);

  /** Returns the latest completed replay of a policy with a content hash. */
  @SqlQuery(
      "SELECT "
          + COLUMNS
          + " FROM replay_job WHERE org_id = :org AND policy_id = :policyId"
          + " AND content_hash = :contentHash AND status = 'completed'"
          + " ORDER BY job_id DESC LIMIT 1")
  Optional<ReplayJob> latestCompleted(OrgId org, String policyId, String contentHash);

  @SqlQuery(
      """
      SELECT count(*) FROM replay_job WHERE org_id = :org AND status IN ('queued', 'running')
      """)
  long countUnderWay(OrgId org);

  /** Counts running replays. */
  @SqlQuery(
      """
      SELECT count(*) FROM replay_job
      WHERE org_id = :org AND status = 'running' AND lease_until >= :now
      """)
  long countRunning(OrgId org, Instant now);

  /**
   * Selects waiting replays and those whose lease expired: the first of each tenant before the
   * second of any.
   */
  @SqlQuery(
      """
      SELECT org_id, job_id, verdict_timeout FROM (
        SELECT org_id, job_id, verdict_timeout,
          row_number() OVER (PARTITION BY org_id ORDER BY job_id) AS place
        FROM replay_job
        WHERE status IN ('queued', 'running') AND lease_until < :now) w
      ORDER BY place, job_id LIMIT 20
      """)
  List<WaitingReplay> waiting(Instant now);

  /** Acquires the lease of a replay, unless another server has it. */
  @SqlUpdate(
      """
      UPDATE replay_job
      SET status = 'running', lease_until = :until, started_at = COALESCE(started_at, :now)
      WHERE org_id = :org AND job_id = :jobId AND status IN ('queued', 'running')
        AND lease_until < :now
      """)
  int take(OrgId org, String jobId, Instant now, Instant until);

  /** Renews the lease; returns 0 when the replay is no longer running. */
  @SqlUpdate(
      """
      UPDATE replay_job SET lease_until = :until
      WHERE org_id = :org AND job_id = :jobId AND status = 'running'
      """)
  int hold(OrgId org, String jobId, Instant until);

  /** Releases the lease, so that the replay can continue immediately. */
  @SqlUpdate(
      """
      UPDATE replay_job SET lease_until = 0
      WHERE org_id = :org AND job_id = :jobId AND status = 'running'
      """)
  int release(OrgId org, String jobId);

  @SqlUpdate(
      """
      UPDATE replay_job SET sessions = :sessions, session_count = :count, eligible_count = :count
      WHERE org_id = :org AND job_id = :jobId
      """)
  int choose(OrgId org, String jobId, String sessions, long count);

  @SqlUpdate(
      """
      INSERT INTO replay_verdict (org_id, job_id, session_id, verdict_id, agent_id, policy_version,
        verdict, reason, recorded_decision, replayed_decision, changed_rules, summary, duration_ms)
      VALUES (:org, :jobId, :sessionId, :verdictId, :agentId, :policyVersion,
        :verdict, :reason, :recorded, :replayed, :changedRules, :summary, :durationMs)
      ON CONFLICT (org_id, job_id, session_id) DO NOTHING
      """)
  int insertVerdict(
      OrgId org,
      String jobId,
      String sessionId,
      String verdictId,
      String agentId,
      long policyVersion,
      String verdict,
      String reason,
      String recorded,
      String replayed,
      String changedRules,
      String summary,
      double durationMs);

  @SqlQuery("SELECT session_id FROM replay_verdict WHERE org_id = :org AND job_id = :jobId")
  List<String> judged(OrgId org, String jobId);

  /** Returns the verdicts of a replay, starting with the verdicts that require attention. */
  @SqlQuery(
      """
      SELECT verdict_id, job_id, session_id, agent_id, verdict, reason, recorded_decision,
        replayed_decision, changed_rules, summary, duration_ms, policy_version
      FROM replay_verdict WHERE org_id = :org AND job_id = :jobId
      ORDER BY CASE verdict WHEN 'match' THEN 1 ELSE 0 END, verdict_id LIMIT :limit
      """)
  List<VerdictRow> verdicts(OrgId org, String jobId, int limit);

  /** The number of verdicts of a kind with a reason. */
  record VerdictCount(String verdict, String reason, long n) {}

  @SqlQuery(
      """
      SELECT verdict, reason, count(*) AS n FROM replay_verdict
      WHERE org_id = :org AND job_id = :jobId GROUP BY verdict, reason
      """)
  List<VerdictCount> tally(OrgId org, String jobId);

  @SqlUpdate(
      """
      UPDATE replay_job SET status = :status, completed_at = :now, match_count = :match,
        diverged_count = :diverged, error_count = :error, timeout_count = :timeout,
        not_replayable = :reasons, calibration_pass = :pass
      WHERE org_id = :org AND job_id = :jobId AND status = 'running'
      """)
  int complete(
      OrgId org,
      String jobId,
      ReplayJob.Status status,
      Instant now,
      @BindRecord ReplayJob.Counts counts,
      String reasons,
      boolean pass);

  /**
   * A condition on {@code replay_job j}: old, ended, unreferenced, and followed by a completed
   * replay of the same policy.
   */
  String UNNEEDED =
      "j.org_id = :org AND j.status NOT IN ('queued', 'running')"
          + " AND COALESCE(j.completed_at, j.created_at) < :before"
          + " AND NOT EXISTS (SELECT 1 FROM policy p"
          + " WHERE p.org_id = j.org_id AND p.replay_job_id = j.job_id)"
          + " AND NOT EXISTS (SELECT 1 FROM rollout_transition t WHERE t.org_id = j.org_id"
          + " AND t.policy_id = j.policy_id AND t.replay_job_id = j.job_id)"
          + " AND EXISTS (SELECT 1 FROM replay_job n WHERE n.org_id = j.org_id"
          + " AND n.policy_id = j.policy_id AND n.job_id > j.job_id AND n.status = 'completed')";

  @SqlQuery(
      "SELECT j.job_id FROM replay_job j WHERE " + UNNEEDED + " ORDER BY j.job_id LIMIT :limit")
  List<String> unneeded(OrgId org, Instant before, int limit);

  @SqlQuery(
      "SELECT EXISTS (SELECT 1 FROM replay_job j WHERE j.job_id = :jobId AND " + UNNEEDED + ")")
  boolean isUnneeded(OrgId org, String jobId, Instant before);

  /** Returns the session of the verdict at an offset. */
  @SqlQuery(
      """
      SELECT session_id FROM replay_verdict WHERE org_id = :org AND job_id = :jobId
      ORDER BY session_id LIMIT 1 OFFSET :most
      """)
  Optional<String> sessionBehind(OrgId org, String jobId, int most);

  @SqlUpdate(
      """
      DELETE FROM replay_verdict
      WHERE org_id = :org AND job_id = :jobId AND session_id < :before
      """)
  int removeVerdictsBefore(OrgId org, String jobId, String before);

  @SqlUpdate("DELETE FROM replay_verdict WHERE org_id = :org AND job_id = :jobId")
  int removeVerdicts(OrgId org, String jobId);

  @SqlUpdate("DELETE FROM replay_job WHERE org_id = :org AND job_id = :jobId")
  int remove(OrgId org, String jobId);
}
