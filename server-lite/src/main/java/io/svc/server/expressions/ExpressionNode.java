package io.svc.server.expressions;

/** A node of an expression that is ready to be evaluated. Immutable. */
@FunctionalInterface
interface ExpressionNode {
  /**
   * The value of a node that has none: a field is missing, a type is wrong, an index is out of
   * bounds. Strict operations pass it on; {@code &&} and {@code ||} may not need it.
   */
  Object FAILED = new Object();

  /**
   * Returns the value, or {@link #FAILED}.
   *
   * @throws BudgetExceededException when the evaluation costs more than its budget
   */
  Object eval(EvaluationFrame frame);
}
