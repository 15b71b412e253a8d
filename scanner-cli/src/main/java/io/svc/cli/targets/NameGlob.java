package io.svc.cli.targets;

/**
 * Matches a name against a pattern of {@code *}, {@code ?}, {@code [a-z]} and {@code \}. Like git,
 * it compares bytes: each character is one byte of the name in UTF-8.
 */
final class NameGlob {
  private final String pattern;
  private int next;

  private NameGlob(String pattern) {
    this.pattern = pattern;
  }

  /**
   * Returns whether the full name matches the pattern. The time is at most the product of their
   * lengths.
   */
  static boolean matches(String pattern, String name) {
    NameGlob glob = new NameGlob(pattern);
    int at = 0;
    int nameAt = 0;
    int lastStar = -1;
    int lastStarEnd = 0;
    while (nameAt < name.length()) {
      if (at < pattern.length() && pattern.charAt(at) == '*') {
        lastStar = at++;
        lastStarEnd = nameAt;
      } else if (at < pattern.length() && glob.matchesAt(at, name.charAt(nameAt))) {
        at = glob.next;
        nameAt++;
      } else if (lastStar >= 0) {
        at = lastStar + 1;
        nameAt = ++lastStarEnd;
      } else {
        return false;
      }
    }
    while (at < pattern.length() && pattern.charAt(at) == '*') {
      at++;
    }
    return at == pattern.length();
  }

  /**
   * Returns whether the pattern element at a position matches a character, and sets {@code next} to
   * the position after the element.
   */
  private boolean matchesAt(int at, char c) {
    char expected = pattern.charAt(at);
    next = at + 1;
    if (expected == '?') {
      return true;
    }
    if (expected == '[') {
      return matchesClass(at + 1, c);
    }
    if (expected == '\\' && at + 1 < pattern.length()) {
      next = at + 2;
      return pattern.charAt(at + 1) == c;
    }
    return expected == c;
  }

  private boolean matchesClass(int start, char c) {
    int at = start;
    boolean isNegated = at < pattern.length() && "!^".indexOf(pattern.charAt(at)) >= 0;
    at = isNegated ? at + 1 : at;
    boolean isIn = false;
    for (int i = at; i < pattern.length(); i++) {
      char low = pattern.charAt(i);
      if (low == ']' && i > at) {
        next = i + 1;
        return isIn != isNegated;
      }
      int classEnd =
          low == '[' && pattern.startsWith(":", i + 1) ? pattern.indexOf(":]", i + 2) : -1;
      if (classEnd > 0) {
        isIn |= isOfClass(pattern.substring(i + 2, classEnd), c);
        i = classEnd + 1;
        continue;
      }
      if (low == '\\' && i + 1 < pattern.length()) {
        low = pattern.charAt(++i);
      }
      char high = low;
      if (i + 2 < pattern.length()
          && pattern.charAt(i + 1) == '-'
          && pattern.charAt(i + 2) != ']') {
        i += 2;
        high = pattern.charAt(i);
      }
      isIn |= low <= c && c <= high;
    }
    // Unclosed: git ignores such a pattern.
    return false;
  }

  private static boolean isOfClass(String name, char c) {
    boolean isDigit = c >= '0' && c <= '9';
    boolean isLower = c >= 'a' && c <= 'z';
    boolean isUpper = c >= 'A' && c <= 'Z';
    boolean isPrinted = c > ' ' && c < 0x7F;
    return switch (name) {
      case "alnum" -> isDigit || isLower || isUpper;
      case "alpha" -> isLower || isUpper;
      case "blank" -> c == ' ' || c == '\t';
      case "cntrl" -> c < ' ' || c == 0x7F;
      case "digit" -> isDigit;
      case "graph" -> isPrinted;
      case "lower" -> isLower;
      case "print" -> isPrinted || c == ' ';
      case "punct" -> isPrinted && !isDigit && !isLower && !isUpper;
      case "space" -> c == ' ' || (c >= '\t' && c <= '\r');
      case "upper" -> isUpper;
      case "xdigit" -> isDigit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
      default -> false;
    };
  }
}
