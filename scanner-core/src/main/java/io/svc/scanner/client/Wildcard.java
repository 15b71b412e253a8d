package io.svc.scanner.client;

/** Matches a name against a pattern in which a star matches any characters. */
public final class Wildcard {

  static final String ANY_DEPTH = "**";

  private Wildcard() {}

  static boolean isIn(String wanted) {
    return wanted.indexOf('*') >= 0;
  }

  /** Ignores case, as macOS and Windows do; on Linux this rarely matches an additional file. */
  public static boolean matches(String wanted, String name) {
    int wantedAt = 0;
    int nameAt = 0;
    int lastStar = -1;
    int lastStarTakesUntil = 0;
    while (nameAt < name.length()) {
      if (wantedAt < wanted.length() && wanted.charAt(wantedAt) == '*') {
        lastStar = wantedAt++;
        lastStarTakesUntil = nameAt;
      } else if (wantedAt < wanted.length()
          && isSame(wanted.charAt(wantedAt), name.charAt(nameAt))) {
        wantedAt++;
        nameAt++;
      } else if (lastStar >= 0) {
        wantedAt = lastStar + 1;
        nameAt = ++lastStarTakesUntil;
      } else {
        return false;
      }
    }
    while (wantedAt < wanted.length() && wanted.charAt(wantedAt) == '*') {
      wantedAt++;
    }
    return wantedAt == wanted.length();
  }

  private static boolean isSame(char wanted, char actual) {
    return wanted == actual || Character.toLowerCase(wanted) == Character.toLowerCase(actual);
  }
}
