package io.svc.server.policies;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jdbi.v3.core.mapper.reflect.ColumnName;

/**
 * A policy with its rollout.
 *
 * @param id {@code pol_} and a ULID
 * @param templateId the template that it was created from; empty if none
 * @param previousStage the previous stage; empty for none
 * @param effectiveMode how results are applied; never {@link Stage#ROLLBACK}
 * @param enabled whether it is evaluated
 * @param activeVersion the running version
 * @param latestVersion the latest saved version
 * @param replayJobId identifier of the replay that is evidence for its promotion
 * @param evidenceSummary summary of the evidence; may be empty
 * @param recordVersion incremented by each change
 */
public record Policy(
    @ColumnName("policy_id") String id,
    String name,
    String description,
    Severity severity,
    List<String> tags,
    Optional<String> templateId,
    Stage stage,
    Optional<Stage> previousStage,
    Stage effectiveMode,
    boolean enabled,
    long activeVersion,
    long latestVersion,
    Optional<String> replayJobId,
    String evidenceSummary,
    Instant createdAt,
    String createdBy,
    Instant updatedAt,
    String updatedBy,
    long recordVersion) {
  public Policy {
    tags = List.copyOf(tags);
    if (effectiveMode == Stage.ROLLBACK) {
      throw new IllegalArgumentException("rollback is no mode");
    }
  }

  /**
   * Returns the latest saved version when it is not the running one; it is evaluated in addition.
   */
  public OptionalLong candidateVersion() {
    return latestVersion == activeVersion ? OptionalLong.empty() : OptionalLong.of(latestVersion);
  }

  /** Returns true when it has no effect, so that a new version needs no evidence. */
  public boolean isInactive() {
    return stage == Stage.DRAFT || (stage == Stage.ROLLBACK && effectiveMode == Stage.DRAFT);
  }

  /** The assignment of a policy to an agent. */
  public record Assignment(String policyId, String agentId, Instant assignedAt, String assignedBy) {
    public Assignment {
      requireNonNull(policyId, "policyId is null");
      requireNonNull(agentId, "agentId is null");
      requireNonNull(assignedAt, "assignedAt is null");
      requireNonNull(assignedBy, "assignedBy is null");
    }
  }
}
