package io.svc.server.alerts;

/** Expressions of alert rules. */
public final class FilterFuzz {
  private FilterFuzz() {}

  /** An expression is compiled, or told what is wrong with it. */
  public static void filter(String source) {
    // What was compiled is kept; a filter of its own keeps memory bounded.
    new AlertFilters().problem(source);
  }
}
