package io.svc.server.policies.dsl;

import io.svc.server.expressions.CostBudget;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Budget for the evaluation of policies for one call. All rules of all policies share it: first the
 * policies that decide, then the observing ones with a budget of their own, so that a policy under
 * test never changes a decision.
 *
 * @param conditions for the conditions of policies that decide
 * @param matching for the matches of all policies; separate, so that no condition exhausts it
 * @param observers for the conditions of observing policies
 */
public record DecisionBudget(CostBudget conditions, CostBudget matching, CostBudget observers) {
  /** Units for the conditions of a call: up to about 0.6 s, usually a few microseconds. */
  public static final long CONDITIONS = 10_000_000;

  private static final long MATCHING = 5_000_000;

  /** Returns a budget without a deadline, for deterministic outcomes. */
  public static DecisionBudget repeatable() {
    return new DecisionBudget(
        CostBudget.of(CONDITIONS), CostBudget.of(MATCHING), CostBudget.of(CONDITIONS));
  }

  /** Returns the same, limited to the remaining part of a larger budget for conditions. */
  public static DecisionBudget repeatable(long remaining) {
    return new DecisionBudget(
        CostBudget.of(Math.min(remaining, CONDITIONS)),
        CostBudget.of(MATCHING),
        CostBudget.of(Math.min(remaining, CONDITIONS)));
  }

  /** Returns the units that were charged to any part. */
  public long spent() {
    return conditions.spent() + matching.spent() + observers.spent();
  }

  /**
   * Returns a budget with a deadline for all parts.
   *
   * @param mayBeExpensive called by each part that turns out to be expensive
   */
  public static DecisionBudget within(Duration time, BooleanSupplier mayBeExpensive) {
    return new DecisionBudget(
        CostBudget.of(CONDITIONS, time, mayBeExpensive),
        CostBudget.of(MATCHING, time, mayBeExpensive),
        CostBudget.of(CONDITIONS, time, mayBeExpensive));
  }

  /** Returns whether a part was not permitted to be expensive. */
  public boolean isExpensiveDenied() {
    return conditions.isExpensiveDenied()
        || matching.isExpensiveDenied()
        || observers.isExpensiveDenied();
  }
}
