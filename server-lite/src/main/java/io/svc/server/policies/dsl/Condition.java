package io.svc.server.policies.dsl;

import io.svc.server.expressions.CostBudget;
import io.svc.server.expressions.CostEstimate;
import io.svc.server.expressions.Expression;
import java.util.Map;
import java.util.Optional;

/** A compiled {@code when}. Immutable, safe for many threads. */
final class Condition {
  /** The result of a condition. */
  enum Verdict {
    HOLDS,
    DOES_NOT_HOLD,
    /** Not a boolean: a missing field, a wrong type, too many iterations. */
    UNEVALUABLE,
    /** The decision's budget was exhausted before there was a result. */
    OVER_BUDGET
  }

  private final String source;
  private final Expression expression;
  private final boolean isConstant;

  Condition(String source, Expression expression, boolean isConstant) {
    this.source = source;
    this.expression = expression;
    this.isConstant = isConstant;
  }

  String source() {
    return source;
  }

  /** Returns the result that is the same for every call, if it depends on no fact. */
  Optional<Boolean> constant() {
    if (!isConstant) {
      return Optional.empty();
    }
    return switch (expression.evaluate(Map.of(), CostBudget.of(DecisionBudget.CONDITIONS))) {
      case TRUE -> Optional.of(true);
      case FALSE -> Optional.of(false);
      case FAILED, OVER_BUDGET -> Optional.empty();
    };
  }

  /** Estimated cost on large input. */
  CostEstimate estimate() {
    return expression.estimate();
  }

  Verdict evaluate(EvaluationFacts subject) {
    return switch (expression.evaluate(subject::variable, subject.budget())) {
      case TRUE -> Verdict.HOLDS;
      case FALSE -> Verdict.DOES_NOT_HOLD;
      case FAILED -> Verdict.UNEVALUABLE;
      case OVER_BUDGET -> Verdict.OVER_BUDGET;
    };
  }
}
