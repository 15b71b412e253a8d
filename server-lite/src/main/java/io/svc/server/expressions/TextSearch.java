package io.svc.server.expressions;

/**
 * Finds a text in another one in linear time. {@link String#contains} takes the product of both
 * lengths for texts such as {@code aaa…ab}.
 */
final class TextSearch {
  /** Up to this length the plain search is fast for any text. */
  private static final int SHORT = 16;

  /** Cost of a character of a long text, in characters: its entry of the table is four bytes. */
  private static final int TABLE = 4;

  private TextSearch() {}

  /** Returns whether the text contains the other one; charges for the characters of both. */
  static boolean contains(String text, String wanted, CostBudget budget) {
    int length = wanted.length();
    if (length > text.length()) {
      budget.charge(1);
      return false;
    }
    budget.chargeText(cost(text.length(), length));
    return length <= SHORT ? text.contains(wanted) : find(text, wanted, borders(wanted));
  }

  /** Cost of a search, in characters that are read once. */
  static long cost(long text, long wanted) {
    return wanted <= SHORT ? text : text * 2 + wanted * TABLE;
  }

  /** The algorithm of Knuth, Morris and Pratt. */
  private static boolean find(String text, String wanted, int[] borders) {
    int matched = 0;
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      while (matched > 0 && wanted.charAt(matched) != next) {
        matched = borders[matched - 1];
      }
      if (wanted.charAt(matched) == next) {
        matched++;
      }
      if (matched == wanted.length()) {
        return true;
      }
    }
    return false;
  }

  /** For every prefix, the length of its longest proper prefix that is also its suffix. */
  private static int[] borders(String wanted) {
    int[] borders = new int[wanted.length()];
    int matched = 0;
    for (int i = 1; i < borders.length; i++) {
      while (matched > 0 && wanted.charAt(matched) != wanted.charAt(i)) {
        matched = borders[matched - 1];
      }
      if (wanted.charAt(matched) == wanted.charAt(i)) {
        matched++;
      }
      borders[i] = matched;
    }
    return borders;
  }
}
