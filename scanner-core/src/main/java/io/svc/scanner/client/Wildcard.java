package io.svc.scanner.client;

/** Matches a name against a pattern in which a star matches any characters. */
public final class Wildcard {

  static final String ANY_DEPTH = "**";

  private Wildcard() {}

  static boolean isIn(String pattern) {
    return pattern.indexOf('*') >= 0;
  }

  /** Ignores case, as macOS and Windows do; on Linux this rarely matches an additional file. */
  public static boolean matches(String pattern, String name) {
    int patternIndex = 0;
    int nameAt = 0;
    int lastStar = -1;
    int lastStarEnd = 0;
    while (nameAt < name.length()) {
      if (patternIndex < pattern.length() && pattern.charAt(patternIndex) == '*') {
        lastStar = patternIndex++;
        lastStarEnd = nameAt;
      } else if (patternIndex < pattern.length()
          && isSame(pattern.charAt(patternIndex), name.charAt(nameAt))) {
        patternIndex++;
        nameAt++;
      } else if (lastStar >= 0) {
        patternIndex = lastStar + 1;
        nameAt = ++lastStarEnd;
      } else {
        return false;
      }
    }
    while (patternIndex < pattern.length() && pattern.charAt(patternIndex) == '*') {
      patternIndex++;
    }
    return patternIndex == pattern.length();
  }

  private static boolean isSame(char expected, char actual) {
    return expected == actual || Character.toLowerCase(expected) == Character.toLowerCase(actual);
  }
}
