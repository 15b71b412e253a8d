package io.svc.rules;

import java.util.SortedMap;

/**
 * Lines of a key and a value, sorted by their keys: a lookup halves the text instead of taking it
 * apart, so that it costs nothing before the first question and little for each.
 */
final class SortedLines {
  static final char END_OF_KEY = Lines.FIELD;

  private final String text;
  private final int start;

  /**
   * Lines of a text.
   *
   * @param start where the first of them begins
   */
  SortedLines(String text, int start) {
    this.text = text;
    this.start = start;
  }

  /** Such lines of keys and values. */
  static String encode(SortedMap<String, String> values) {
    StringBuilder text = new StringBuilder();
    values.forEach((key, value) -> text.append(key).append(END_OF_KEY).append(value).append('\n'));
    return text.toString();
  }

  /** Where the first line of a key begins, or would begin. */
  int indexOf(String key) {
    int low = start;
    int high = text.length();
    while (low < high) {
      int line = Math.max(low, text.lastIndexOf('\n', ((low + high) >>> 1) - 1) + 1);
      if (compare(line, key) < 0) {
        low = text.indexOf('\n', line) + 1;
      } else {
        high = line;
      }
    }
    return low;
  }

  /** Whether a line of the key begins there. */
  boolean isAt(int line, String key) {
    int end = line + key.length();
    return text.startsWith(key, line) && end < text.length() && text.charAt(end) == END_OF_KEY;
  }

  /** The value of the line that begins there. */
  String valueAt(int line, String key) {
    return text.substring(line + key.length() + 1, endOf(line));
  }

  /** Where the line that begins there ends. */
  int endOf(int line) {
    return text.indexOf('\n', line);
  }

  /** Whether there is a line of the key. */
  boolean contains(String key) {
    return isAt(indexOf(key), key);
  }

  /** A line's key ends in a tab, which sorts before all that a key may hold. */
  private int compare(int line, String key) {
    for (int i = 0; i < key.length(); i++) {
      int order = Character.compare(text.charAt(line + i), key.charAt(i));
      if (order != 0) {
        return order;
      }
    }
    return Character.compare(text.charAt(line + key.length()), END_OF_KEY);
  }
}
