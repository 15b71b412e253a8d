package io.svc.rules;

import java.util.Arrays;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Lines of a key and a value, sorted by key. The first lookups use binary search in the text, so
 * that nothing is parsed in advance. Scans of many files use a hash table of the lines.
 * Thread-safe.
 */
final class SortedLines {
  static final char END_OF_KEY = TabSeparatedLines.FIELD;

  /** The number of lookups that cost as much as the hash table. */
  private static final int FEW_LOOKUPS = 4_000;

  private final String text;
  private final int start;
  private int lookups;

  /** The positions of the lines by the hashes of their keys; -1 in free slots. */
  private volatile int @Nullable [] table;

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

  /** Returns the position of the first line of a key; negative without one. */
  int find(String key) {
    int[] positions = table;
    if (positions == null) {
      // Lost updates of the counter only delay the table.
      if (++lookups < FEW_LOOKUPS) {
        int line = indexOf(key);
        return isAt(line, key) ? line : -1;
      }
      positions = positions();
      table = positions;
    }
    int mask = positions.length - 1;
    int slot = slotOf(key.hashCode(), mask);
    while (positions[slot] >= 0 && !isAt(positions[slot], key)) {
      slot = (slot + 1) & mask;
    }
    return positions[slot];
  }

  private int[] positions() {
    int lines = 0;
    for (int line = start; line < text.length(); line = endOf(line) + 1) {
      lines++;
    }
    int[] positions = new int[Integer.highestOneBit(lines * 2 + 1) << 1];
    Arrays.fill(positions, -1);
    int mask = positions.length - 1;
    // In the order of the lines, so that the first line of a key is found first.
    for (int line = start; line < text.length(); line = endOf(line) + 1) {
      int hash = 0;
      for (int i = line; text.charAt(i) != END_OF_KEY; i++) {
        hash = hash * 31 + text.charAt(i);
      }
      int slot = slotOf(hash, mask);
      while (positions[slot] >= 0) {
        slot = (slot + 1) & mask;
      }
      positions[slot] = line;
    }
    return positions;
  }

  private static int slotOf(int hash, int mask) {
    return (hash ^ (hash >>> 16)) & mask;
  }

  /** Returns the position of the first line of a key, or its insertion point. */
  private int indexOf(String key) {
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
    return find(key) >= 0;
  }
}
