package io.svc.server.policies.dsl;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Computes the size of a regular expression with expanded repetitions, as in RE2: {@code
 * ((a{1000}){1000}){1000}} would exhaust the memory before it could be rejected.
 */
public final class RegexSize {
  /** The maximum number of steps. */
  public static final long LARGEST = 10_000;

  private static final Pattern COUNT = Pattern.compile("\\{(\\d{1,9})(?:,(\\d{0,9}))?}");

  private final String pattern;
  private final Deque<Long> outer = new ArrayDeque<>();
  private long total;
  private long last;

  private RegexSize(String pattern) {
    this.pattern = pattern;
  }

  /** Returns whether the expression is small; also true for an invalid one. */
  public static boolean isSmall(String pattern) {
    return pattern.length() <= LARGEST && new RegexSize(pattern).size() <= LARGEST;
  }

  private long size() {
    Matcher count = COUNT.matcher(pattern);
    int at = 0;
    while (at < pattern.length()) {
      char c = pattern.charAt(at);
      if (c == '\\') {
        at = afterEscape(at);
        atom(1);
      } else if (c == '[') {
        at = afterClass(at);
        atom(1);
      } else if (c == '{' && count.region(at, pattern.length()).lookingAt()) {
        at = count.end();
        repeat(count);
      } else {
        at++;
        plain(c);
      }
    }
    while (!outer.isEmpty()) {
      plain(')');
    }
    return total + last;
  }

  private void plain(char c) {
    if (c == '(') {
      atom(1);
      outer.push(total);
      total = 0;
      last = 1;
    } else if (c == ')' && !outer.isEmpty()) {
      long inner = total + last;
      total = outer.pop();
      last = inner;
    } else if (c != '*' && c != '+' && c != '?') {
      atom(1);
    }
  }

  private void atom(long size) {
    total = Math.min(total + last, LARGEST + 1);
    last = size;
  }

  private void repeat(Matcher count) {
    long repetitions = Long.parseLong(count.group(1));
    if (count.group(2) != null && !count.group(2).isEmpty()) {
      repetitions = Math.max(repetitions, Long.parseLong(count.group(2)));
    }
    last = Math.min(last * Math.max(1, repetitions), LARGEST + 1);
  }

  /** Skips {@code \d}, {@code \x{1F600}} or {@code \pL}; quotes only increase the result. */
  private int afterEscape(int at) {
    boolean isBraced =
        at + 2 < pattern.length()
            && "pPx".indexOf(pattern.charAt(at + 1)) >= 0
            && pattern.charAt(at + 2) == '{';
    int end = isBraced ? pattern.indexOf('}', at) : at + 1;
    return end < 0 ? pattern.length() : end + 1;
  }

  /** Skips a class; a bracket right at its start is one of its characters. */
  private int afterClass(int at) {
    int from = at + 1;
    if (from < pattern.length() && pattern.charAt(from) == '^') {
      from++;
    }
    if (from < pattern.length() && pattern.charAt(from) == ']') {
      from++;
    }
    while (from < pattern.length() && pattern.charAt(from) != ']') {
      if (pattern.startsWith("[:", from) && pattern.indexOf(":]", from) > 0) {
        from = pattern.indexOf(":]", from) + 2;
      } else {
        from += pattern.charAt(from) == '\\' ? 2 : 1;
      }
    }
    return from + 1;
  }
}
