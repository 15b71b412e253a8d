package io.svc.server.policies.dsl;

import io.svc.server.expressions.CostEstimate;
import io.svc.server.expressions.Expression;
import java.util.Optional;

/** A compiled {@code when}. Immutable, safe for many threads. */
final class Condition {
  /** What a condition says. */
  enum Verdict {
    HOLDS,
    DOES_NOT_HOLD,
    /** A missing field, a wrong type, too many iterations: anything but yes or no. */
    UNEVALUABLE,
    /** The decision's budget was used up before there was an answer. */
    OVER_BUDGET
  }

  private final String source;
  private final Expression expression;
  private final Optional<Boolean> constant;

  Condition(String source, Expression expression, Optional<Boolean> constant) {
    this.source = source;
    this.expression = expression;
    this.constant = constant;
  }

  String source() {
    return source;
  }

  /** What it says of every call, if it names no fact. */
  Optional<Boolean> constant() {
    return constant;
  }

  /** Estimated cost on large input. */
  CostEstimate estimate() {
    return expression.estimate();
  }

  Verdict evaluate(Subject subject) {
    return switch (expression.evaluate(subject.variables(), subject.budget())) {
      case TRUE -> Verdict.HOLDS;
      case FALSE -> Verdict.DOES_NOT_HOLD;
      case FAILED -> Verdict.UNEVALUABLE;
      case OVER_BUDGET -> Verdict.OVER_BUDGET;
    };
  }
}
