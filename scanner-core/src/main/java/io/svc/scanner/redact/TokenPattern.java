package io.svc.scanner.redact;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pattern of most token formats: ASCII characters and classes of them with a bounded number of
 * repetitions, such as {@code (?<![A-Z_])(ghp_[A-Za-z0-9]{36})(?![A-Z_])}. It finds the same
 * matches as {@link java.util.regex.Pattern}, which a cold start does not have to load for it.
 */
final class TokenPattern {
  /** A set of ASCII characters with the number of its repetitions. */
  private record Part(long low, long high, int least, int most) {
    boolean contains(char c) {
      return c < 64 ? (low >> c & 1) != 0 : c < 128 && (high >> c & 1) != 0;
    }
  }

  private static final Part NONE = new Part(0, 0, 0, 0);
  private static final String SYNTAX = "\\^$.|?*+()[]{}";

  // Final, because threads share a pattern without a lock.
  private final List<Part> parts;
  private final Part before;
  private final Part after;

  private TokenPattern(List<Part> parts, Part before, Part after) {
    this.parts = parts;
    this.before = before;
    this.after = after;
  }

  /** Returns the pattern, or null if it has other syntax. */
  static @Nullable TokenPattern of(String regex) {
    return new Parser(regex).parse();
  }

  /**
   * Returns the start and the end of the first match in a region; null without one. The characters
   * around a match can be outside of the region.
   */
  int @Nullable [] find(String text, int from, int to) {
    for (int start = from; start < to; start++) {
      if (start == 0 || !before.contains(text.charAt(start - 1))) {
        int end = end(0, text, start, to);
        if (end >= 0) {
          return new int[] {start, end};
        }
      }
    }
    return null;
  }

  private int end(int number, String text, int start, int to) {
    if (number == parts.size()) {
      return start < text.length() && after.contains(text.charAt(start)) ? -1 : start;
    }
    Part part = parts.get(number);
    int last = Math.min(to, start + part.most);
    int next = start;
    while (next < last && part.contains(text.charAt(next))) {
      next++;
    }
    for (; next >= start + part.least; next--) {
      int end = end(number + 1, text, next, to);
      if (end >= 0) {
        return end;
      }
    }
    return -1;
  }

  /** Parses a regular expression. */
  private static final class Parser {
    private final String regex;
    private int index;

    Parser(String regex) {
      this.regex = regex;
    }

    @Nullable TokenPattern parse() {
      List<Part> parts = new ArrayList<>();
      int shortest = 0;
      Part before = skip("(?<![") ? around() : NONE;
      if (before == null || !skip("(")) {
        return null;
      }
      while (!skip(")")) {
        Part part = part();
        if (part == null) {
          return null;
        }
        parts.add(part);
        shortest += part.least;
      }
      Part after = skip("(?![") ? around() : NONE;
      return after == null || index != regex.length() || shortest == 0
          ? null
          : new TokenPattern(parts, before, after);
    }

    /** Returns the class of a look-around; null for other syntax. */
    private @Nullable Part around() {
      Part set = set();
      return set != null && skip(")") ? set : null;
    }

    private boolean skip(String text) {
      boolean isNext = regex.startsWith(text, index);
      index += isNext ? text.length() : 0;
      return isNext;
    }

    private char next() {
      char c = index < regex.length() ? regex.charAt(index) : 0;
      index++;
      return c;
    }

    /** Returns a part with its quantifier; null for other syntax. */
    private @Nullable Part part() {
      Part part = skip("[") ? set() : literal();
      if (part == null || !skip("{")) {
        return part;
      }
      int end = regex.indexOf('}', index);
      String[] limits = end < 0 ? new String[0] : regex.substring(index, end).split(",", -1);
      index = end + 1;
      int least = limits.length == 0 ? -1 : number(limits[0]);
      int most = limits.length > 1 ? number(limits[1]) : least;
      return least < 0 || most < 1 || limits.length > 2
          ? null
          : new Part(part.low, part.high, least, most);
    }

    private @Nullable Part literal() {
      char c = next();
      boolean isEscaped = c == '\\';
      c = isEscaped ? next() : c;
      boolean isLiteral = c > ' ' && c < 127 && SYNTAX.indexOf(c) >= 0 == isEscaped;
      return isLiteral ? range(NONE, c, c) : null;
    }

    private static int number(String digits) {
      boolean isNumber = !digits.isEmpty() && digits.length() <= 4;
      for (int i = 0; i < digits.length(); i++) {
        isNumber &= digits.charAt(i) >= '0' && digits.charAt(i) <= '9';
      }
      return isNumber ? Integer.parseInt(digits) : -1;
    }

    /** Returns the class up to the closing bracket; null for other syntax. */
    private @Nullable Part set() {
      Part set = NONE;
      if (regex.startsWith("]", index)) {
        return null;
      }
      for (char c = next(); c != ']'; c = next()) {
        boolean isPlain = c > ' ' && c < 127 && c != '^' && c != '&' && c != '[' && c != '\\';
        if (!isPlain) {
          return null;
        }
        boolean isRange = regex.startsWith("-", index) && !regex.startsWith("-]", index);
        index += isRange ? 1 : 0;
        char last = isRange ? next() : c;
        if (last < c || last >= 127 || last == '[' || last == '\\') {
          return null;
        }
        set = range(set, c, last);
      }
      return set;
    }

    private static Part range(Part set, char first, char last) {
      long low = set.low;
      long high = set.high;
      for (char c = first; c <= last; c++) {
        low |= c < 64 ? 1L << c : 0;
        high |= c < 64 ? 0 : 1L << c;
      }
      return new Part(low, high, 1, 1);
    }
  }
}
