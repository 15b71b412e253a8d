package io.svc.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Parses long word lists in text blocks. Words are separated by spaces and line breaks. It splits
 * without library classes, because every loaded class adds to a cold start.
 */
public final class WordListParser {
  private WordListParser() {}

  /**
   * Returns the words of a text for lookups. Immutable, in no particular order.
   *
   * @throws IllegalArgumentException if a word occurs twice
   */
  public static Set<String> set(String text) {
    return Set.of(split(text));
  }

  /** Returns the words of a text in order. Immutable. */
  public static List<String> list(String text) {
    return List.of(split(text));
  }

  private static String[] split(String text) {
    List<String> words = new ArrayList<>();
    int length = text.length();
    int start = 0;
    int lineEnd = -1;
    while (start < length) {
      if (lineEnd < start) {
        lineEnd = end(text, '\n', start);
      }
      int end = Math.min(end(text, ' ', start), lineEnd);
      if (end > start) {
        words.add(text.substring(start, end));
      }
      start = end + 1;
    }
    return words.toArray(new String[0]);
  }

  private static int end(String text, char separator, int start) {
    int end = text.indexOf(separator, start);
    return end < 0 ? text.length() : end;
  }
}
