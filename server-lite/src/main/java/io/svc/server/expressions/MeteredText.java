package io.svc.server.expressions;

/** A text that charges for the characters that a regular expression reads of it. */
final class MeteredText implements CharSequence {
  /** Characters between two charges. */
  static final int BETWEEN = 64;

  private final String text;
  private final CostBudget budget;
  private final long cost;
  private int free;

  /**
   * Wraps a text, and charges for the first characters.
   *
   * @param cost units of {@value #BETWEEN} characters
   */
  MeteredText(String text, CostBudget budget, long cost) {
    this.text = text;
    this.budget = budget;
    this.cost = cost;
    this.free = BETWEEN;
    budget.charge(1 + cost * Math.min(BETWEEN, text.length()) / BETWEEN);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public char charAt(int index) {
    if (--free < 0) {
      free = BETWEEN;
      budget.charge(cost);
    }
    return text.charAt(index);
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    budget.chargeText(end - start);
    return text.substring(start, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
