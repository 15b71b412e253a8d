package io.svc.server.rollout;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Where a policy stands, as the API tells it.
 *
 * @param policyVersion the version that a promotion would bring into force
 * @param activeVersion the version that runs
 * @param canPromote whether a promotion by who asks would be let through now
 * @param blockers why it would not, first what it would be answered with
 */
record RolloutView(
    String policyId,
    String policyName,
    long policyVersion,
    long activeVersion,
    Optional<String> contentHash,
    boolean enabled,
    String currentStage,
    Optional<String> previousStage,
    String effectiveMode,
    Optional<String> nextStage,
    Optional<String> replayJobId,
    Optional<Calibration> calibration,
    String evidenceSummary,
    boolean canPromote,
    List<Blocker> blockers,
    boolean frozen,
    Instant updatedAt,
    String updatedBy) {

  /** What stands in the way of a promotion. */
  record Blocker(String code, String message) {}

  /** How well a replay went. */
  record Calibration(
      boolean pass,
      double matchRatio,
      double threshold,
      long match,
      long diverged,
      long error,
      long timeout,
      Optional<Instant> completedAt,
      Optional<Instant> expiresAt) {}
}
