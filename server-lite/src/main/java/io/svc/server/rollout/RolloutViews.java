package io.svc.server.rollout;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.NonEmpty;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.json.Json;
import io.svc.server.policies.Policy;
import io.svc.server.policies.Stage;
import io.svc.server.tenants.TenantSettings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Creates the responses with rollouts, including the reasons against a promotion. */
final class RolloutViews {
  private final Rollouts rollouts;
  private final Replays replays;

  /** A verdict in a response. */
  record ReplayView(
      String id,
      String replayJobId,
      String sessionId,
      String agentId,
      String verdict,
      Optional<String> reason,
      Optional<String> recordedDecision,
      Optional<String> replayedDecision,
      Diff diffSummary,
      double durationMs,
      long policyVersion) {}

  /** The difference. */
  record Diff(JsonNode changedRules, String text) {}

  /** A replay in a response. */
  record JobView(
      String id,
      String policyId,
      long policyVersion,
      String contentHash,
      String status,
      String requestedBy,
      Instant createdAt,
      Optional<Instant> startedAt,
      Optional<Instant> completedAt,
      long sessionCount,
      ReplayJob.Counts verdicts,
      double matchRatio,
      double threshold,
      Optional<Boolean> calibrationPass,
      Coverage coverage) {}

  /** The share of sessions that could be replayed. */
  record Coverage(
      long eligibleSessions, long replayed, long notReplayable, Map<String, Long> reasons) {}

  RolloutViews(Rollouts rollouts, Replays replays) {
    this.rollouts = rollouts;
    this.replays = replays;
  }

  /**
   * Returns the stage of a policy and the reasons against a promotion by a caller. Requested after
   * the transaction, because it runs the tests of the policy.
   */
  Supplier<RolloutView> view(Tx tx, Caller caller, Policy policy) {
    Rollouts.PromotionContext promotion = rollouts.promotionContext(tx, caller.tenant(), policy);
    Supplier<List<ApiException>> obstacles = rollouts.obstacles(tx, caller, promotion);
    return () -> view(promotion, obstacles.get());
  }

  private static RolloutView view(
      Rollouts.PromotionContext promotion, List<ApiException> obstacles) {
    Policy policy = promotion.policy();
    List<RolloutView.Blocker> blockers = new ArrayList<>();
    for (ApiException obstacle : obstacles) {
      if (obstacle.errors().isEmpty()) {
        blockers.add(new RolloutView.Blocker(obstacle.code().toString(), obstacle.getMessage()));
      }
      obstacle
          .errors()
          .forEach(error -> blockers.add(new RolloutView.Blocker(error.code(), error.message())));
    }
    String hash = promotion.version().contentHash();
    return new RolloutView(
        policy.id(),
        policy.name(),
        policy.latestVersion(),
        policy.activeVersion(),
        NonEmpty.of(hash),
        policy.enabled(),
        policy.stage().toString(),
        policy.previousStage().map(Stage::toString),
        policy.effectiveMode().toString(),
        promotion.next().map(Stage::toString),
        promotion.replay().map(ReplayJob::id),
        promotion
            .replay()
            .filter(job -> job.status() == ReplayJob.Status.COMPLETED)
            .map(job -> calibration(job, promotion.settings())),
        policy.evidenceSummary(),
        blockers.isEmpty(),
        blockers,
        promotion.freeze().frozen(),
        policy.updatedAt(),
        policy.updatedBy());
  }

  private static RolloutView.Calibration calibration(ReplayJob job, TenantSettings settings) {
    return new RolloutView.Calibration(
        job.calibrationPass().orElse(false),
        job.counts().ratio(),
        job.threshold(),
        job.counts().match(),
        job.counts().diverged(),
        job.counts().error(),
        job.counts().timeout(),
        job.completedAt(),
        job.completedAt().map(at -> EvidenceCheck.expiry(job, settings)));
  }

  /** Returns the verdicts of the policy's evidence, or otherwise of its latest replay. */
  List<ReplayView> replaysOf(Tx tx, OrgId org, Policy policy, int limit) {
    Optional<String> jobId =
        rollouts
            .promotionContext(tx, org, policy)
            .replay()
            .or(() -> replays.ofPolicy(tx, org, policy.id(), 1).stream().findFirst())
            .map(ReplayJob::id);
    return jobId.map(id -> verdicts(tx, org, id, limit)).orElse(List.of());
  }

  List<ReplayView> verdicts(Tx tx, OrgId org, String jobId, int limit) {
    return replays.verdicts(tx, org, jobId, limit).stream().map(RolloutViews::view).toList();
  }

  private static ReplayView view(ReplayStore.VerdictRow row) {
    return new ReplayView(
        row.verdictId(),
        row.jobId(),
        row.sessionId(),
        row.agentId(),
        row.verdict(),
        NonEmpty.of(row.reason()),
        NonEmpty.of(row.recordedDecision()),
        NonEmpty.of(row.replayedDecision()),
        new Diff(Json.readStored(row.changedRules()), row.summary()),
        row.durationMs(),
        row.policyVersion());
  }

  static JobView view(ReplayJob job) {
    ReplayJob.Counts counts = job.counts();
    return new JobView(
        job.id(),
        job.policyId(),
        job.policyVersion(),
        job.contentHash(),
        job.status().toString(),
        job.requestedBy(),
        job.createdAt(),
        job.startedAt(),
        job.completedAt(),
        job.sessionIds().size(),
        counts,
        counts.ratio(),
        job.threshold(),
        job.calibrationPass(),
        new Coverage(
            job.sessionIds().size(),
            counts.match() + counts.diverged(),
            counts.error(),
            job.notReplayable()));
  }
}
