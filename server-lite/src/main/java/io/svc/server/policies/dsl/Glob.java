package io.svc.server.policies.dsl;

import io.svc.server.expressions.CostBudget;
import java.util.Optional;

/**
 * A pattern for names: {@code *} matches any number of characters, {@code ?} matches one. There is
 * no escape. The cost is at most the product of both lengths.
 */
final class Glob {
  private static final int STEPS = 1_024;
  private static final int STEPS_OF_A_UNIT = 16;

  private final String text;
  private final int[] pattern;
  private final int firstWildcard;

  Glob(String text) {
    this.text = text;
    this.pattern = text.codePoints().toArray();
    this.firstWildcard = firstWildcard(text);
  }

  private static int firstWildcard(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '*' || text.charAt(i) == '?') {
        return i;
      }
    }
    return -1;
  }

  /** Returns the original pattern. */
  String text() {
    return text;
  }

  /** Returns the only matching name, for a pattern without wildcards. */
  Optional<String> exact() {
    return firstWildcard < 0 ? Optional.of(text) : Optional.empty();
  }

  /** Returns the prefix of all matching names. */
  String prefix() {
    return firstWildcard < 0 ? text : text.substring(0, firstWildcard);
  }

  /** Returns whether a name matches; an empty one never does. */
  boolean matches(String name, CostBudget budget) {
    if (name.isEmpty()) {
      return false;
    }
    if (firstWildcard < 0) {
      return text.equals(name);
    }
    if (!name.startsWith(prefix())) {
      return false;
    }
    budget.charge(name.length() / STEPS_OF_A_UNIT);
    return (firstWildcard == text.length() - 1 && text.endsWith("*"))
        || covers(name.codePoints().toArray(), Optional.of(budget));
  }

  /** Returns whether every name that matches the other pattern matches this one. */
  boolean covers(Glob other) {
    return covers(other.pattern, Optional.empty());
  }

  /** Without a budget the name is a pattern: each of its wildcards needs one at least as wide. */
  private boolean covers(int[] name, Optional<CostBudget> budget) {
    boolean hasWildcards = budget.isEmpty();
    int steps = 0;
    int p = 0;
    int n = 0;
    int star = -1;
    int mark = 0;
    while (n < name.length) {
      if (++steps % STEPS == 0 && budget.isPresent()) {
        budget.get().charge(STEPS / STEPS_OF_A_UNIT);
      }
      if (p < pattern.length && pattern[p] == '*') {
        star = p++;
        mark = n;
      } else if (p < pattern.length && matchesElement(pattern[p], name[n], hasWildcards)) {
        p++;
        n++;
      } else if (star >= 0) {
        p = star + 1;
        n = ++mark;
      } else {
        return false;
      }
    }
    while (p < pattern.length && pattern[p] == '*') {
      p++;
    }
    return p == pattern.length;
  }

  private static boolean matchesElement(int element, int actual, boolean hasWildcards) {
    if (element == '?') {
      return !hasWildcards || actual != '*';
    }
    return element == actual && !(hasWildcards && actual == '?');
  }

  @Override
  public String toString() {
    return text;
  }
}
