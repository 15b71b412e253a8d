package io.svc.server.expressions;

/**
 * Thrown when an evaluation has used up its {@link CostBudget}. Has no stack trace: it is thrown
 * once for every rule that is left.
 */
public final class BudgetExceededException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BudgetExceededException() {
    super("the evaluation costs more than its budget", null, false, false);
  }
}
