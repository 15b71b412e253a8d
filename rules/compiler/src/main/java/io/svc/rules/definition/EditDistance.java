package io.svc.rules.definition;

/**
 * Counts the edits between two texts: insertions, deletions, replacements and swaps of adjacent
 * characters (the optimal string alignment distance, after Damerau 1964 and Levenshtein 1966).
 */
public final class EditDistance {
  private EditDistance() {}

  /**
   * Returns the minimum number of edits between two texts. The time is proportional to the product
   * of their lengths.
   */
  public static int between(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int cost = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + cost);
        boolean isSwap =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        if (isSwap) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      beforeLast = last;
      last = row;
    }
    return last[b.length()];
  }

  /**
   * A single edit leaves the start or the end unchanged, except in the shortest texts. This rejects
   * most pairs.
   */
  private static boolean differAtBothEnds(String shorter, String longer) {
    int length = shorter.length();
    return length > 2
        && shorter.charAt(0) != longer.charAt(0)
        && shorter.charAt(length - 1) != longer.charAt(longer.length() - 1);
  }

  /**
   * Returns whether exactly one edit changes one text into the other. The time is linear in their
   * length.
   */
  public static boolean isSingleEdit(String a, String b) {
    String shorter = a.length() <= b.length() ? a : b;
    String longer = a.length() <= b.length() ? b : a;
    int difference = longer.length() - shorter.length();
    if (difference > 1 || differAtBothEnds(shorter, longer) || a.equals(b)) {
      return false;
    }
    int head = 0;
    while (head < shorter.length() && shorter.charAt(head) == longer.charAt(head)) {
      head++;
    }
    int rest = shorter.length() - head;
    if (difference == 1) {
      return shorter.regionMatches(head, longer, head + 1, rest);
    }
    if (shorter.regionMatches(head + 1, longer, head + 1, rest - 1)) {
      return true;
    }
    return rest > 1
        && shorter.charAt(head) == longer.charAt(head + 1)
        && shorter.charAt(head + 1) == longer.charAt(head)
        && shorter.regionMatches(head + 2, longer, head + 2, rest - 2);
  }
}
