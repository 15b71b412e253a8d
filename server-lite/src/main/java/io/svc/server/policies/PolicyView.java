package io.svc.server.policies;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.svc.rules.Severity;
import io.svc.server.agents.Agents;
import io.svc.server.db.NonEmpty;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A policy in a response.
 *
 * @param mode how results are applied
 * @param version the latest saved version
 * @param assignments the first assignments; {@code assignedAgentCount} is the total
 */
record PolicyView(
    String id,
    String name,
    String description,
    Stage mode,
    boolean enabled,
    Stage currentStage,
    Optional<Stage> previousStage,
    long version,
    Optional<String> contentHash,
    long ruleCount,
    long activeVersion,
    Optional<Long> candidateVersion,
    Severity severity,
    List<String> tags,
    Optional<String> templateId,
    List<AssignmentView> assignments,
    long assignedAgentCount,
    boolean appliesToAllAgents,
    PolicyStats.Statistics stats,
    Optional<String> replayJobId,
    String evidenceSummary,
    Instant createdAt,
    String createdBy,
    Instant updatedAt,
    String updatedBy,
    long recordVersion) {

  /** An assignment to an agent. */
  record AssignmentView(String agentId, String agentName, Instant assignedAt, String assignedBy) {}

  /** A policy with its document. */
  record Detail(@JsonUnwrapped PolicyView policy, String dsl) {}

  /** A version of a policy. */
  record VersionView(
      long version,
      Optional<String> contentHash,
      long ruleCount,
      boolean active,
      boolean candidate,
      String dsl,
      Instant createdAt,
      String createdBy) {

    static VersionView of(Policy policy, PolicyVersion version) {
      return new VersionView(
          version.version(),
          NonEmpty.of(version.contentHash()),
          version.ruleCount(),
          version.version() == policy.activeVersion(),
          policy.candidateVersion().orElse(-1) == version.version(),
          version.dsl(),
          version.createdAt(),
          version.createdBy());
    }
  }

  /**
   * Returns policies with all their properties.
   *
   * @param maxAssignments the maximum number of assignments of each policy
   */
  static List<PolicyView> of(
      Tx tx,
      OrgId org,
      List<Policy> policies,
      Agents agents,
      PolicyStats stats,
      int maxAssignments) {
    if (policies.isEmpty()) {
      return List.of();
    }
    List<String> ids = policies.stream().map(Policy::id).toList();
    Map<String, VersionStore.VersionSummary> heads = new HashMap<>();
    tx.on(VersionStore.class).latest(org, ids).forEach(head -> heads.put(head.policyId(), head));
    List<Policy.Assignment> first = tx.on(AssignmentStore.class).first(org, ids, maxAssignments);
    Map<String, String> names =
        agents.names(tx, org, first.stream().map(Policy.Assignment::agentId).toList());
    Map<String, List<AssignmentView>> assignments = new HashMap<>();
    for (Policy.Assignment assignment : first) {
      assignments
          .computeIfAbsent(assignment.policyId(), id -> new ArrayList<>())
          .add(
              new AssignmentView(
                  assignment.agentId(),
                  names.getOrDefault(assignment.agentId(), ""),
                  assignment.assignedAt(),
                  assignment.assignedBy()));
    }
    Map<String, Long> counts = PolicyAssignments.counts(tx, org, ids);
    Map<String, PolicyStats.Statistics> figures = stats.of(tx, org, ids);
    return policies.stream()
        .map(
            policy ->
                of(
                    policy,
                    requireNonNull(heads.get(policy.id())),
                    assignments.getOrDefault(policy.id(), List.of()),
                    counts.getOrDefault(policy.id(), 0L),
                    figures.getOrDefault(policy.id(), PolicyStats.Statistics.NONE)))
        .toList();
  }

  private static PolicyView of(
      Policy policy,
      VersionStore.VersionSummary head,
      List<AssignmentView> assignments,
      long assigned,
      PolicyStats.Statistics stats) {
    return new PolicyView(
        policy.id(),
        policy.name(),
        policy.description(),
        policy.effectiveMode(),
        policy.enabled(),
        policy.stage(),
        policy.previousStage(),
        policy.latestVersion(),
        NonEmpty.of(head.contentHash()),
        head.ruleCount(),
        policy.activeVersion(),
        policy.candidateVersion().isPresent()
            ? Optional.of(policy.candidateVersion().getAsLong())
            : Optional.empty(),
        policy.severity(),
        policy.tags(),
        policy.templateId(),
        assignments,
        assigned,
        assigned == 0,
        stats,
        policy.replayJobId(),
        policy.evidenceSummary(),
        policy.createdAt(),
        policy.createdBy(),
        policy.updatedAt(),
        policy.updatedBy(),
        policy.recordVersion());
  }
}
