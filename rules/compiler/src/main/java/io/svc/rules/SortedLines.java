package io.svc.rules;

import java.util.SortedMap;

/**
 * Lines of a key and a value, sorted by key. Lookups use binary search in the text, so that nothing
 * is parsed in advance.
 */
final class SortedLines {
  static final char END_OF_KEY = TabSeparatedLines.FIELD;

  private final String text;
  private final int start;

  /**
   * Uses the lines of a text.
   *
   * @param start the position of the first line
   */
  SortedLines(String text, int start) {
    this.text = text;
    this.start = start;
  }

  /** Returns the sorted lines of keys and values. */
  static String encode(SortedMap<String, String> values) {
    StringBuilder text = new StringBuilder();
    values.forEach((key, value) -> text.append(key).append(END_OF_KEY).append(value).append('\n'));
    return text.toString();
  }

  /** Returns the position of the first line of a key, or its insertion point. */
  int indexOf(String key) {
    int low = start;
    int high = text.length();
    int sameAsLow = 0;
    int sameAsHigh = 0;
    int length = key.length();
    while (low < high) {
      int line = Math.max(low, text.lastIndexOf('\n', ((low + high) >>> 1) - 1) + 1);
      // Keys begin alike. Lines between two lines share their common beginning with the key.
      int same = Math.min(sameAsLow, sameAsHigh);
      while (same < length && text.charAt(line + same) == key.charAt(same)) {
        same++;
      }
      // A line's key ends in a tab, which sorts before all characters that a key may contain.
      char expected = same < length ? key.charAt(same) : END_OF_KEY;
      if (text.charAt(line + same) < expected) {
        low = text.indexOf('\n', line) + 1;
        sameAsLow = same;
      } else {
        high = line;
        sameAsHigh = same;
      }
    }
    return low;
  }

  /** Returns whether the line at a position has the key. */
  boolean isAt(int line, String key) {
    int end = line + key.length();
    return text.startsWith(key, line) && end < text.length() && text.charAt(end) == END_OF_KEY;
  }

  /** Returns the value of the line at a position. */
  String valueAt(int line, String key) {
    return text.substring(line + key.length() + 1, endOf(line));
  }

  /** Returns the end of the line at a position. */
  int endOf(int line) {
    return text.indexOf('\n', line);
  }

  /** Returns whether there is a line with the key. */
  boolean contains(String key) {
    return isAt(indexOf(key), key);
  }
}
