package io.svc.server.decisions;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Goes through what was decided in a time, for whoever looks at all of it. */
public final class DecisionReview {
  private DecisionReview() {}

  /**
   * Which decisions are looked at.
   *
   * @param from when the earliest may have been made
   * @param to when the latest may have been made
   */
  public record Wanted(
      Instant from,
      Instant to,
      Optional<String> agentId,
      Optional<String> policyId,
      Optional<Outcome> outcome) {}

  /**
   * The next decisions, in the order of their identifiers.
   *
   * @param after the last one that is known; empty for the first
   */
  public static List<ExecutionDecision> after(
      Tx tx, OrgId org, Wanted wanted, String after, int limit) {
    return new DecisionRows(tx, org)
        .ofAgent(wanted.agentId())
        .byPolicy(wanted.policyId())
        .with(wanted.outcome())
        .madeWithin(wanted.from(), wanted.to())
        .after(after, limit);
  }
}
