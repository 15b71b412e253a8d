package io.svc.server.policies;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jdbi.v3.core.mapper.reflect.ColumnName;

/**
 * A policy and where it stands in its rollout.
 *
 * @param id {@code pol_} and a ULID
 * @param templateId what it was made of; empty when somebody wrote it himself
 * @param previousStage where it was before; empty when it was nowhere yet
 * @param effectiveMode what is done with what it says; never {@link Stage#ROLLBACK}
 * @param enabled whether it is evaluated at all
 * @param activeVersion the version that runs
 * @param latestVersion the version that was saved last
 * @param replayJobId the replay that speaks for its promotion
 * @param evidenceSummary what people say of that; may be empty
 * @param recordVersion goes up with every change
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

  /** The version that was saved last, when it is not the one that runs: evaluated beside it. */
  public OptionalLong candidateVersion() {
    return latestVersion == activeVersion ? OptionalLong.empty() : OptionalLong.of(latestVersion);
  }

  /** Whether nothing that it says has any effect, so that a new version needs no evidence. */
  public boolean isAtRest() {
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
