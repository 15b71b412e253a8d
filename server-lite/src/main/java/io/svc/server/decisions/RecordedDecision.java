package io.svc.server.decisions;

import io.svc.server.policies.dsl.Effect;
import io.svc.server.policies.dsl.Facts;
import io.svc.server.policies.dsl.PolicyOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A recorded decision and its input.
 *
 * @param members the evaluated policies
 * @param facts empty when the decision cannot be replayed from stored data
 * @param unreplayable the reason for that; empty when it can be replayed
 */
public record RecordedDecision(
    String decisionId,
    String agentId,
    String sessionId,
    String tool,
    Instant at,
    List<ConsultedPolicy> members,
    Optional<Facts> facts,
    String unreplayable,
    List<PolicyResult> outcomes) {

  /** The result of a policy that did not match and allows by default. */
  private static final PolicyOutcome SILENT =
      new PolicyOutcome(
          Effect.ALLOW,
          Optional.empty(),
          List.of(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          true);

  /** The result of a policy. */
  public record PolicyResult(
      String policyId, long version, boolean candidate, PolicyOutcome outcome) {}

  public RecordedDecision {
    members = List.copyOf(members);
    outcomes = List.copyOf(outcomes);
  }

  /** Returns true when one of these versions of a policy was the running one. */
  public boolean wasSeenBy(String policyId, Set<Long> versions) {
    return members.stream()
        .anyMatch(
            m -> m.policyId().equals(policyId) && versions.contains(m.version()) && !m.candidate());
  }

  /**
   * Returns the result of the running version of a policy; the result without a match when none is
   * recorded.
   */
  public PolicyOutcome outcomeOf(String policyId, Set<Long> versions) {
    return outcomes.stream()
        .filter(
            o -> o.policyId().equals(policyId) && versions.contains(o.version()) && !o.candidate())
        .findFirst()
        .map(PolicyResult::outcome)
        .orElse(SILENT);
  }
}
