package io.svc.server.decisions;

import io.svc.server.policies.dsl.Effect;
import io.svc.server.policies.dsl.Facts;
import io.svc.server.policies.dsl.PolicyOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A decision as it is on record, with what it was made of.
 *
 * @param members the policies that took part
 * @param facts empty when the decision cannot be made again of what was kept
 * @param unreplayable why it cannot; empty when it can
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
    List<Outcome> outcomes) {

  /** What a policy says that has no objection and allows by default. */
  private static final PolicyOutcome SILENT =
      new PolicyOutcome(
          Effect.ALLOW,
          Optional.empty(),
          List.of(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          true);

  /** What a policy said. */
  public record Outcome(String policyId, long version, boolean candidate, PolicyOutcome outcome) {}

  public RecordedDecision {
    members = List.copyOf(members);
    outcomes = List.copyOf(outcomes);
  }

  /** Whether one of some versions of a policy took part as the running one. */
  public boolean wasSeenBy(String policyId, Set<Long> versions) {
    return members.stream()
        .anyMatch(
            m -> m.policyId().equals(policyId) && versions.contains(m.version()) && !m.candidate());
  }

  /**
   * What the running version of a policy said; without a word from it, that it has no objection.
   */
  public PolicyOutcome outcomeOf(String policyId, Set<Long> versions) {
    return outcomes.stream()
        .filter(
            o -> o.policyId().equals(policyId) && versions.contains(o.version()) && !o.candidate())
        .findFirst()
        .map(Outcome::outcome)
        .orElse(SILENT);
  }
}
