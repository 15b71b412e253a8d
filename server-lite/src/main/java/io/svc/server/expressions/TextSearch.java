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
  static boolean contains(String text, String searched, CostBudget budget) {
    int length = searched.length();
    if (length > text.length()) {
      budget.charge(1);
      return false;
    }
    budget.chargeText(cost(text.length(), length));
    return length <= SHORT ? text.contains(searched) : find(text, searched, borders(searched));
  }

  /** Cost of a search, in characters that are read once. */
  static long cost(long text, long searched) {
    return searched <= SHORT ? text : text * 2 + searched * TABLE;
  }

  /** The algorithm of Knuth, Morris and Pratt. */
  private static boolean find(String text, String searched, int[] borders) {
    int matched = 0;
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      while (matched > 0 && searched.charAt(matched) != next) {
        matched = borders[matched - 1];
      }
      if (searched.charAt(matched) == next) {
        matched++;
      }
      if (matched == searched.length()) {
        return true;
      }
    }
    return false;
  }

  /** For every prefix, the length of its longest proper prefix that is also its suffix. */
  private static int[] borders(String searched) {
    int[] borders = new int[searched.length()];
    int matched = 0;
    for (int i = 1; i < borders.length; i++) {
      while (matched > 0 && searched.charAt(matched) != searched.charAt(i)) {
        matched = borders[matched - 1];
      }
      if (searched.charAt(matched) == searched.charAt(i)) {
        matched++;
      }
      borders[i] = matched;
    }
    return borders;
  }
}
