package io.svc.server.expressions;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A compiled condition. Immutable, safe for use by several threads. */
public final class Expression {
  /** The outcome of an evaluation. */
  public enum Outcome {
    TRUE,
    FALSE,
    /** The value is neither true nor false: a field is missing, or a type is wrong. */
    FAILED,
    /** The budget was used up before there was a value. */
    OVER_BUDGET
  }

  private final ExpressionNode root;
  private final int locals;
  private final CostEstimate estimate;

  Expression(ExpressionNode root, int locals, CostEstimate estimate) {
    this.root = root;
    this.locals = locals;
    this.estimate = estimate;
  }

  /**
   * Evaluates the expression. Values are JSON values and {@link java.time.Instant}.
   *
   * @throws IllegalStateException when the current thread is in a transaction
   */
  public Outcome evaluate(Map<String, Object> variables, CostBudget budget) {
    return evaluate(variables::get, budget);
  }

  /** The same with variables that are determined only when they are used; null for unknown ones. */
  public Outcome evaluate(Function<String, @Nullable Object> variables, CostBudget budget) {
    budget.begin();
    try {
      Object value = root.eval(new EvaluationFrame(variables, budget, locals));
      return value instanceof Boolean isTrue
          ? isTrue ? Outcome.TRUE : Outcome.FALSE
          : Outcome.FAILED;
    } catch (BudgetExceededException e) {
      return Outcome.OVER_BUDGET;
    } catch (RuntimeException | StackOverflowError e) {
      // No failure inside of the library may decide anything.
      return Outcome.FAILED;
    }
  }

  /** Estimated cost on large input. */
  public CostEstimate estimate() {
    return estimate;
  }
}
