package io.svc.server.expressions;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The state of one evaluation of one expression. */
final class EvaluationFrame {
  /** Most iterations of all loops of an expression together. */
  private static final int MAX_ITERATIONS = 1_000;

  private final Function<String, @Nullable Object> variables;
  private final CostBudget budget;
  private final Object[] locals;
  private int iterations;

  EvaluationFrame(Function<String, @Nullable Object> variables, CostBudget budget, int locals) {
    this.variables = variables;
    this.budget = budget;
    this.locals = new Object[locals];
  }

  CostBudget budget() {
    return budget;
  }

  /** A variable that the caller gave; {@link ExpressionNode#FAILED} when it did not. */
  Object variable(String name) {
    Object value = variables.apply(name);
    if (value == null) {
      return ExpressionNode.FAILED;
    }
    return value instanceof Integer number ? Long.valueOf(number) : value;
  }

  Object local(int slot) {
    return locals[slot];
  }

  void setLocal(int slot, Object value) {
    locals[slot] = value;
  }

  /** Begins an iteration of a loop; false when there were too many. */
  boolean iterate() {
    return ++iterations <= MAX_ITERATIONS;
  }
}
