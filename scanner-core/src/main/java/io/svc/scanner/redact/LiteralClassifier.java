package io.svc.scanner.redact;

import java.util.List;
import java.util.Locale;

/** Recognizes properties of literals: digits, kinds of characters, and human-chosen passwords. */
final class LiteralClassifier {
  private static final int STRONG_PASSWORD = 12;
  private static final int MIN_HUMAN_CHOSEN = 8;
  private static final int SHORTEST_MIXED = 20;
  private static final int MAX_HUMAN_CHOSEN = 24;
  private static final int MAX_HUMAN_CHOSEN_SECRET = 40;
  private static final List<String> SECRET_WORDS =
      List.of("secret", "s3cret", "s3cr3t", "passw", "p4ssw", "pa55w", "passphrase");

  private LiteralClassifier() {}

  /** Returns true unless there is evidence against a value without a name. */
  static boolean canBeSecret(String value) {
    return SecretEvidence.of(EvidenceInput.value(value, FieldName.NONE, EvidenceInput.Role.NONE))
        == SecretEvidence.NONE;
  }

  /** Returns true unless there is evidence against a password. */
  static boolean canBePassword(String value) {
    return SecretEvidence.of(
            EvidenceInput.value(value, FieldName.NONE, EvidenceInput.Role.PASSWORD))
        .isForSecret();
  }

  static int digits(String text) {
    int digits = 0;
    for (int i = 0; i < text.length(); i++) {
      digits += Character.isDigit(text.charAt(i)) ? 1 : 0;
    }
    return digits;
  }

  /**
   * Returns true if a text of at least 20 characters consists only of uppercase letters, lowercase
   * letters and digits, with at least two of each. Such a text is a key, not a name, a path or a
   * hexadecimal identifier.
   */
  static boolean isMixed(String text) {
    int capitals = 0;
    int smalls = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 'A' && c <= 'Z') {
        capitals++;
      } else if (c >= 'a' && c <= 'z') {
        smalls++;
      } else if (!Character.isDigit(c)) {
        return false;
      }
    }
    return text.length() >= SHORTEST_MIXED && capitals > 1 && smalls > 1 && digits(text) > 1;
  }

  /** Returns true if a password is short and has few distinct characters. */
  static boolean isWeak(String password) {
    return password.length() < STRONG_PASSWORD && RandomTextClassifier.entropy(password) < 3.2;
  }

  /**
   * Returns true for typical human-chosen passwords that satisfy password rules: uppercase and
   * lowercase letters, digits, and a common punctuation mark.
   */
  static boolean isHumanChosenPassword(String text) {
    boolean hasCapital = false;
    boolean hasSmall = false;
    boolean hasMark = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      hasCapital |= c >= 'A' && c <= 'Z';
      hasSmall |= c >= 'a' && c <= 'z';
      boolean isMark = "!@#$%^&*?".indexOf(c) >= 0;
      hasMark |= isMark;
      if (!isMark && !Character.isLetterOrDigit(c) && c != '_' && c != '-' && c != '.') {
        return false;
      }
    }
    boolean isOfLength = text.length() >= MIN_HUMAN_CHOSEN && text.length() <= MAX_HUMAN_CHOSEN;
    boolean isColour = text.startsWith("#");
    return isOfLength && !isColour && hasCapital && hasSmall && hasMark && digits(text) > 0;
  }

  /**
   * Returns true for a word for a secret with digits, such as {@code supersecret123} and {@code
   * real-secret-key-123}. The words {@code key} and {@code token} need a number that is no year,
   * because names and versions of keys have them too.
   */
  static boolean isHumanChosenSecret(String text) {
    int digits = digits(text);
    if (digits == 0
        || text.length() < MIN_HUMAN_CHOSEN
        || text.length() > MAX_HUMAN_CHOSEN_SECRET) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isLetterOrDigit(c) && "_-!@#$%&*+".indexOf(c) < 0) {
        return false;
      }
    }
    String small = text.toLowerCase(Locale.ROOT);
    for (String word : SECRET_WORDS) {
      if (small.contains(word)) {
        return true;
      }
    }
    List<String> words = FieldName.of(text).words();
    return digits > 2
        && (words.contains("key") || words.contains("token"))
        && !isYear(words.get(words.size() - 1));
  }

  private static boolean isYear(String word) {
    return word.length() == 4 && (word.startsWith("19") || word.startsWith("20"));
  }
}
