package io.svc.scanner.redact;

/**
 * Distinguishes names in a program's arguments from values that resemble them. A private key in PEM
 * form and one random token in 64 start with a dash like flags, and Base64 may end with an equals
 * sign.
 */
final class ArgumentNames {
  /** Programs have no longer names. A longer one may be a secret, and reports quote names. */
  private static final int LONGEST = 80;

  private static final String POWERSHELL_ENV = "$env:";

  private ArgumentNames() {}

  /** Returns true if a text without value is the name of a flag. */
  static boolean isFlag(String text) {
    int start = text.startsWith("--") ? 2 : 1;
    return text.length() > start
        && text.length() <= LONGEST
        && text.charAt(0) == '-'
        && Character.isLetterOrDigit(text.charAt(start))
        && isName(text, start, "-_.:")
        && !RandomTextClassifier.isRandom(text);
  }

  /** Returns true if a word is a flag, with or without value. */
  static boolean isFlagWord(String text) {
    if (!text.startsWith("-")) {
      return false;
    }
    int equals = text.indexOf('=');
    boolean isDashes = text.equals("-") || text.equals("--");
    return isDashes || isFlag(equals > 0 ? text.substring(0, equals) : text);
  }

  /** Matches {@code NAME=value}. */
  static boolean isAssignment(String text) {
    int equals = text.indexOf('=');
    if (equals <= 0 || equals > LONGEST || isPadding(text, equals)) {
      return false;
    }
    String name = text.substring(0, equals);
    return !Character.isDigit(name.charAt(0))
        && isName(name, 0, "_")
        && !RandomTextClassifier.isRandom(name);
  }

  private static boolean isPadding(String text, int equals) {
    return equals == text.length() - 1 || (equals == text.length() - 2 && text.endsWith("=="));
  }

  /** Matches {@code API_KEY=…} after a flag that may or may not take a value. */
  static boolean isSecretAssignment(String text) {
    if (!isAssignment(text)) {
      return false;
    }
    FieldName name = FieldName.of(text.substring(0, text.indexOf('=')));
    return name.isSecret() || name.isPassword();
  }

  /** Matches {@code Authorization: Bearer x}, but not a URL, drive or port. */
  static boolean isHeader(String text) {
    int colon = text.indexOf(':');
    return colon > 1
        && colon <= LONGEST
        && !Character.isDigit(text.charAt(0))
        && isName(text.substring(0, colon), 0, "-")
        && !text.startsWith("//", colon + 1)
        && FieldName.of(text.substring(0, colon)).isSecret();
  }

  /** Matches {@code $env:NAME}, also within the braces of a block. */
  static boolean isPowerShell(String text) {
    int start = startOfVariable(text);
    return text.regionMatches(true, start, POWERSHELL_ENV, 0, POWERSHELL_ENV.length());
  }

  static String ofPowerShell(String text) {
    return text.substring(startOfVariable(text) + POWERSHELL_ENV.length());
  }

  private static int startOfVariable(String text) {
    int start = 0;
    while (start < text.length() && (text.charAt(start) == '{' || text.charAt(start) == '(')) {
      start++;
    }
    return start;
  }

  private static boolean isName(String text, int from, String others) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isLetterOrDigit(c) && others.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }
}
