package io.svc.server.rollout;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The rollout of a policy in API responses.
 *
 * @param policyVersion the version that a promotion would activate
 * @param activeVersion the running version
 * @param canPromote whether a promotion by the caller would succeed now
 * @param blockers the reasons against it, in the order of the error responses
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

  /** A reason against a promotion. */
  record Blocker(String code, String message) {}

  /** The results of a replay. */
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
