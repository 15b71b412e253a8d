package io.svc.scanner.redact;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds passwords in connection strings that are neither URLs nor {@link PairText pairs}: {@code
 * user:y@tcp(host)/db} (Go's MySQL driver) and {@code jdbc:oracle:thin:user/y@//host}.
 */
final class ConnectionStrings {
  private static final int LONGEST_USER = 64;
  private static final int LONGEST_NETWORK = 12;
  private static final int LONGEST = 4_096;
  private static final String ORACLE = "jdbc:oracle:";
  private static final String ORACLE_HOST = "@//";

  private ConnectionStrings() {}

  /** Returns the passwords in a text that are not placeholders; usually none. */
  static List<String> passwordsIn(String text) {
    if (text.length() > LONGEST || text.indexOf('@') <= 0) {
      return List.of();
    }
    List<String> passwords = new ArrayList<>(1);
    addLogin(text.strip(), passwords);
    return passwords;
  }

  private static void addLogin(String text, List<String> passwords) {
    int oracle = text.indexOf(ORACLE);
    if (oracle >= 0) {
      // The driver type (thin or oci) ends at the next colon.
      int user = text.indexOf(':', oracle + ORACLE.length()) + 1;
      addLogin(text, user, '/', text.lastIndexOf('@'), passwords);
    } else if (text.contains(ORACLE_HOST)) {
      addLogin(text, 0, '/', text.lastIndexOf(ORACLE_HOST), passwords);
    } else {
      int at = beforeNetwork(text);
      if (at > 0) {
        addLogin(text, 0, ':', at, passwords);
      }
    }
  }

  /** Returns the index of the at sign in {@code @tcp(host)}; 0 without one. */
  private static int beforeNetwork(String text) {
    int open = text.indexOf('(');
    int at = open > 0 ? text.lastIndexOf('@', open) : -1;
    boolean isNetwork =
        at > 0
            && open - at > 1
            && open - at <= LONGEST_NETWORK
            && isWord(text, at + 1, open)
            && text.indexOf(')', open) > open + 1;
    return isNetwork ? at : 0;
  }

  private static void addLogin(
      String text, int from, char separator, int at, List<String> passwords) {
    int split = from > at ? -1 : text.indexOf(separator, from);
    if (split > from
        && split < at - 1
        && split - from <= LONGEST_USER
        && isWord(text, from, split)) {
      addIfSecret(text.substring(split + 1, at), passwords);
    }
  }

  private static boolean isWord(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (!Character.isLetterOrDigit(c) && "_-.%$#".indexOf(c) < 0) {
        return false;
      }
    }
    return to > from;
  }

  private static void addIfSecret(String password, List<String> passwords) {
    if (LiteralClassifier.canBePassword(password)) {
      passwords.add(password);
    }
  }
}
