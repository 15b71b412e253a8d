package io.svc.server.expressions;

import io.svc.server.db.Tx;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * The budget of an evaluation: a maximum cost in units, and a deadline. One unit is one step of an
 * evaluation, one element of a list or map, or {@value #CHARACTERS} characters of text that are
 * read once; a unit takes up to about 60 ns. Work is charged before it is done. Once the budget is
 * used up, every further charge fails.
 *
 * <p>The units that an expression costs depend only on the expression and its variables, so the
 * same evaluation fails in the same place again. The deadline does not have this property: it is
 * for a machine that is stalled, and is so late that the units run out first.
 *
 * <p>Every evaluation pays from a budget, so this is also where evaluations inside of transactions
 * are rejected: the first charge checks that, every evaluation of an expression, and every check of
 * the clock.
 *
 * <p>Not safe for use by several threads.
 */
public final class CostBudget {
  /** Characters of text that one unit pays for. */
  static final int CHARACTERS = 16;

  /** Units between two checks of the clock; up to about 0.6 ms. */
  private static final long CHECK_INTERVAL = 10_000;

  /** Units after which an evaluation is expensive; up to about 60 ms. */
  private static final long EXPENSIVE = 1_000_000;

  private final long units;
  private final long deadline;
  private final boolean hasDeadline;
  private final BooleanSupplier mayBeExpensive;
  private boolean isExpensive;
  private boolean isExpensiveDenied;
  private long remaining;
  private long nextCheck;

  private CostBudget(
      long units, long deadline, boolean hasDeadline, BooleanSupplier mayBeExpensive) {
    if (units < 0) {
      throw new IllegalArgumentException("units is " + units + "; expected at least 0");
    }
    this.units = units;
    this.deadline = deadline;
    this.hasDeadline = hasDeadline;
    this.mayBeExpensive = mayBeExpensive;
    this.remaining = units;
    this.nextCheck = units;
  }

  /** Returns a budget without a deadline, for evaluations that have to be repeatable. */
  public static CostBudget of(long units) {
    return new CostBudget(units, 0, false, () -> true);
  }

  /**
   * Returns a budget with a deadline after a given time.
   *
   * @param mayBeExpensive called once, when the evaluation turns out to be expensive; without
   *     permission it ends as if the budget were used up
   */
  public static CostBudget of(long units, Duration time, BooleanSupplier mayBeExpensive) {
    return new CostBudget(units, System.nanoTime() + time.toNanos(), true, mayBeExpensive);
  }

  /**
   * Pays for work.
   *
   * @throws BudgetExceededException when the budget does not cover it, or the deadline has passed
   */
  public void charge(long cost) {
    remaining -= cost;
    if (remaining < nextCheck) {
      checkBudget();
    }
  }

  /** Pays for reading a text once. */
  void chargeText(long characters) {
    charge(1 + characters / CHARACTERS);
  }

  /**
   * Begins an evaluation.
   *
   * @throws IllegalStateException when the current thread is in a transaction
   */
  void begin() {
    Tx.rejectInTransaction("an evaluation");
  }

  private void checkBudget() {
    begin();
    if (remaining < 0) {
      remaining = -1;
      throw new BudgetExceededException();
    }
    if (!isExpensive && units - remaining > EXPENSIVE) {
      isExpensive = true;
      isExpensiveDenied = !mayBeExpensive.getAsBoolean();
    }
    if (isExpensiveDenied || isPastDeadline()) {
      remaining = -1;
      throw new BudgetExceededException();
    }
    nextCheck = Math.max(0, remaining - CHECK_INTERVAL);
  }

  private boolean isPastDeadline() {
    return hasDeadline && spent() >= CHECK_INTERVAL && System.nanoTime() - deadline > 0;
  }

  /** Returns whether it ended because it was not permitted to be expensive. */
  public boolean isExpensiveDenied() {
    return isExpensiveDenied;
  }

  /** Returns whether a charge failed. */
  public boolean isExceeded() {
    return remaining < 0;
  }

  /** Returns the units that were charged, at most all. */
  public long spent() {
    return units - Math.max(0, remaining);
  }
}
