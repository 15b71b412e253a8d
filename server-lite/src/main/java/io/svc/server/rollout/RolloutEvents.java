package io.svc.server.rollout;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.Optional;

/** The event payloads of rollouts. */
final class RolloutEvents {
  private RolloutEvents() {}

  /**
   * {@code rollout.transition}. All fields are always present with the type in the specification.
   *
   * @param replayJobId empty when no replay was required
   * @param calibrationPass false when no replay was required
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record StageTransition(
      String policyId,
      long policyVersion,
      String fromStage,
      String toStage,
      String transitionedBy,
      String replayJobId,
      boolean calibrationPass,
      String reason) {}

  /** {@code rollout.frozen} and {@code rollout.unfrozen}. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record FreezeChange(String performedBy, String reason, boolean changed) {}

  /** {@code enforcement.disabled}. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record EnforcementDisabled(
      String performedBy, String reason, List<DisabledPolicy> policies, int count) {}

  /** A policy that is no longer enforced. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record DisabledPolicy(String policyId, String fromStage, String toStage) {}

  /** {@code replay.verdict}. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record SessionVerdict(
      String replayJobId,
      String policyId,
      String verdict,
      Optional<String> recordedDecision,
      Optional<String> replayedDecision,
      List<DifferingRule> changedRules,
      Optional<String> reason) {}

  /** A rule whose result differs. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record DifferingRule(
      String ruleId,
      String change,
      Optional<String> recordedEffect,
      Optional<String> replayedEffect) {}

  /** {@code replay.job_completed}. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record JobCompleted(
      String replayJobId,
      String policyId,
      long policyVersion,
      String verdict,
      double matchRatio,
      double threshold,
      ReplayJob.Counts counts,
      boolean calibrationPass) {}
}
