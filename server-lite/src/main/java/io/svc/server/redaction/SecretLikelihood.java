package io.svc.server.redaction;

import io.svc.scanner.redact.Placeholders;
import io.svc.scanner.redact.RandomTextClassifier;

/** Estimates how likely a text is a secret, when its name indicates one. */
final class SecretLikelihood {
  private static final int SHORTEST_PASSWORD = 4;
  private static final int SHORTEST_KEY = 8;
  private static final int LONG_KEY = 16;
  private static final int LONGEST_CALL = 200;

  private SecretLikelihood() {}

  /** Returns the end without the punctuation of the surrounding sentence. */
  static int trimmedEnd(TextWithContext passage, int start, int from) {
    int end = from;
    while (end - start > 1 && isOfSentence(passage, start, end - 1)) {
      end--;
    }
    return end;
  }

  private static boolean isOfSentence(TextWithContext passage, int start, int last) {
    int closing = ")]}".indexOf(passage.at(last));
    if (closing >= 0) {
      int least = Math.max(start, last - LONGEST_CALL);
      return passage.text().substring(least, last).indexOf("([{".charAt(closing)) < 0;
    }
    return ".,;:".indexOf(passage.at(last)) >= 0;
  }

  /**
   * Returns the score of a value with a name such as {@code password}.
   *
   * @param isExact whether the location is definitely a value
   */
  static double scoreAsPassword(String value, boolean isExact) {
    if (SecretReferences.isProse(value)) {
      return 0;
    }
    if (isExact) {
      return isStrong(value) ? 0.95 : value.length() < SHORTEST_PASSWORD ? 0.55 : 0.75;
    }
    if (value.length() < SHORTEST_PASSWORD) {
      return 0;
    }
    return isStrong(value) ? 0.8 : 0.4;
  }

  /**
   * Returns the score of a value with a name such as {@code api_key}.
   *
   * @param hasScheme whether an authentication scheme precedes it
   */
  static double scoreAsKey(String value, boolean hasScheme) {
    boolean isOneWord = value.chars().noneMatch(Character::isWhitespace);
    if (value.length() < SHORTEST_KEY || !isOneWord || SecretReferences.isProse(value)) {
      return 0;
    }
    if (Placeholders.isPlaceholder(value) || value.contains("://")) {
      return 0;
    }
    if (RandomTextClassifier.isRandom(value)) {
      return hasScheme ? 0.95 : 0.85;
    }
    boolean isMixed = hasDigit(value) && value.chars().anyMatch(Character::isLetter);
    if (isMixed) {
      return value.length() >= LONG_KEY || hasScheme ? 0.7 : 0.55;
    }
    return hasScheme ? 0.55 : 0.3;
  }

  /** Returns whether it is more than a word: with digits or punctuation inside. */
  static boolean isStrong(String value) {
    boolean hasMark =
        value
            .chars()
            .anyMatch(c -> !Character.isLetterOrDigit(c) && c != '-' && c != '\'' && c != '.');
    return value.length() >= SHORTEST_PASSWORD && (hasDigit(value) || hasMark);
  }

  private static boolean hasDigit(String value) {
    return value.chars().anyMatch(Character::isDigit);
  }
}
