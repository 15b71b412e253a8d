package io.svc.scanner.redact;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds passwords in connection strings that are not URLs: {@code Server=x;Password=y} (ADO.NET),
 * {@code host=x password=y} (libpq), {@code host:6380,password=y} (StackExchange.Redis), {@code
 * user:y@tcp(host)/db} (Go's MySQL driver) and {@code jdbc:oracle:thin:user/y@//host}.
 */
final class ConnectionStrings {
  private static final int MAX_PAIRS = 100;
  private static final int LONGEST_USER = 64;
  private static final int LONGEST_NAME = 64;
  private static final int LONGEST_NETWORK = 12;
  private static final int LONGEST = 4_096;
  private static final String ORACLE = "jdbc:oracle:";
  private static final String ORACLE_HOST = "@//";

  private ConnectionStrings() {}

  /** Returns the passwords in a text that are not placeholders; usually none. */
  static List<String> passwordsIn(String text) {
    List<String> passwords = new ArrayList<>(0);
    boolean hasPairs = text.indexOf('=') > 0;
    if (hasPairs && text.indexOf(';') >= 0) {
      addPairs(text, ";", passwords);
    } else if (hasPairs) {
      if (text.indexOf(' ') >= 0) {
        addPairs(text, " ", passwords);
      }
      if (passwords.isEmpty() && text.indexOf(',') >= 0) {
        addPairs(text, ",", passwords);
      }
    }
    if (passwords.isEmpty() && text.length() <= LONGEST && text.indexOf('@') > 0) {
      addLogin(text.strip(), passwords);
    }
    return passwords;
  }

  private static void addPairs(String text, String separator, List<String> passwords) {
    String[] pairs = text.split(separator, MAX_PAIRS);
    if (pairs.length < 2) {
      return;
    }
    int named = 0;
    for (String pair : pairs) {
      named += pair.indexOf('=') > 0 ? 1 : 0;
    }
    if (named < 2 && !(separator.equals(",") && named == 1 && isAddress(pairs[0]))) {
      return;
    }
    for (String pair : pairs) {
      int equals = pair.indexOf('=');
      if (equals > 0 && isPasswordName(pair.substring(0, equals).strip())) {
        addIfSecret(pair.substring(equals + 1).strip(), passwords);
      }
    }
  }

  /** Excludes other texts before an equals sign, such as Base64 with a short word in it. */
  private static boolean isPasswordName(String name) {
    String word = name.replace(" ", "");
    return name.length() <= LONGEST_NAME
        && isWord(word, 0, word.length())
        && FieldName.of(name).isPassword();
  }

  /** Matches {@code cache.internal:6380}: only the host of an option list has no name. */
  private static boolean isAddress(String text) {
    int colon = text.lastIndexOf(':');
    if (colon <= 0 || colon == text.length() - 1) {
      return false;
    }
    for (int i = colon + 1; i < text.length(); i++) {
      if (!Character.isDigit(text.charAt(i))) {
        return false;
      }
    }
    return isWord(text, 0, colon);
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
