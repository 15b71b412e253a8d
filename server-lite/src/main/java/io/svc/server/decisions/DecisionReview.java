package io.svc.server.decisions;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Iterates over the decisions of a time range. */
public final class DecisionReview {
  private DecisionReview() {}

  /**
   * The selected decisions.
   *
   * @param from earliest time
   * @param to latest time
   */
  public record Selection(
      Instant from,
      Instant to,
      Optional<String> agentId,
      Optional<String> policyId,
      Optional<Outcome> outcome) {}

  /**
   * Returns the next decisions, in the order of their identifiers.
   *
   * @param after the last identifier of the previous page; empty for the first page
   */
  public static List<ExecutionDecision> after(
      Tx tx, OrgId org, Selection filter, String after, int limit) {
    return new DecisionRows(tx, org)
        .ofAgent(filter.agentId())
        .byPolicy(filter.policyId())
        .with(filter.outcome())
        .createdWithin(filter.from(), filter.to())
        .after(after, limit);
  }
}
