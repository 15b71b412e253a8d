package io.svc.scanner.redact;

import io.svc.rules.WordListParser;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Recognizes placeholders of secrets: {@code <YOUR_API_KEY>}, {@code your-token-here}, {@code
 * xxxx}, {@code REDACTED}. Only complete words are compared, so that a random key with such letters
 * is not excluded.
 */
public final class Placeholders {
  /** A text with one of these words is a placeholder unless the remaining text is random. */
  private static final Set<String> PLACEHOLDER_WORDS =
      WordListParser.set(
          """
          your yours yourname yourtoken yourkey yourpassword yoursecret yourapikey votre deine dein
          replace replaceme replacewith remplacez changeme change insert enter paste placeholder
          example examples sample dummy fake mock redacted masked hidden removed omitted todo fixme
          tbd foo bar baz foobar here actual optional required undefined null none nil xxx xxxx
          lorem ipsum notreal invalid obtain get generate goes fill set use provide unset empty""");

  /** A text of only these words describes the expected value. */
  private static final Set<String> COMMON_WORDS =
      WordListParser.set(
          """
          my the a an some any api app key keys token tokens secret secrets password passwd pass pwd
          pw access auth bearer basic client user username value string test testing demo default
          personal private public github gitlab google openai anthropic slack notion supabase brave
          aws azure db database service role anon account id name env var variable credential
          credentials jwt pat apikey admin session from for to of and in your new server mcp refresh
          authorization oauth header is not local dev prod production development live passwort
          kennwort geheimnis geheim mein meine ihr motdepasse mot de passe jeton cle mon ma contrasena
          contrase\u00f1a clave mi tu su senha minha sua meu seu chave segreto chiave wachtwoord
          sleutel mijn uw""");

  private static final List<String> SEQUENCES =
      List.of(
          "0123456789",
          "1234567890",
          "abcdefghijklmnopqrstuvwxyz",
          "qwertyuiop",
          "9876543210",
          "0987654321");

  private static final int LONG_SEQUENCE = 8;

  private Placeholders() {}

  /** Returns true if a text is a placeholder of a secret. */
  public static boolean isPlaceholder(String text) {
    String value = text.strip();
    return value.isEmpty() || isSequence(value) || isSecretPlaceholder(value);
  }

  /**
   * Returns true if a text in the complete format of a secret is a placeholder. A sequence of
   * letters or digits in order is not sufficient here, because placeholders are rarely padded to
   * the exact length.
   */
  static boolean isPlaceholderOfFormat(String text) {
    String value = text.strip();
    return value.isEmpty() || isSecretPlaceholder(value);
  }

  /** Returns true if a text has only everyday words for a secret, such as {@code secret}. */
  static boolean isCommonSecretWord(String text) {
    for (String word : FieldName.of(text).words()) {
      if (!COMMON_WORDS.contains(word)) {
        return false;
      }
    }
    return Character.isLetter(text.isEmpty() ? ' ' : text.charAt(0));
  }

  private static boolean isSecretPlaceholder(String value) {
    if (isBracketed(value) || isMask(value)) {
      return true;
    }
    // Seven consecutive letters are not random: documentation uses them in samples.
    boolean isSample = value.toLowerCase(Locale.ROOT).contains("example");
    return isSample || hasForeignLetters(value) || hasOnlyWords(value);
  }

  private static boolean isBracketed(String value) {
    int open = value.indexOf('<');
    int close = open < 0 ? -1 : value.indexOf('>', open);
    if (close > open + 1 && (isWhole(value, open, close) || isPhrase(value, open + 1, close))) {
      return true;
    }
    char first = value.charAt(0);
    char last = value.charAt(value.length() - 1);
    boolean isInBrackets =
        (first == '[' && last == ']')
            || (first == '{' && last == '}')
            || (first == '(' && last == ')')
            || (first == '_' && last == '_' && value.length() > 4);
    return isInBrackets && hasLetter(value) && (value.indexOf(' ') > 0 || hasFewMarks(value));
  }

  private static boolean isWhole(String value, int open, int close) {
    return open == 0 && close == value.length() - 1;
  }

  /** Matches the words between {@code <} and {@code >}, but not parts of a generated password. */
  private static boolean isPhrase(String value, int from, int to) {
    int letters = 0;
    for (int i = from; i < to; i++) {
      char c = value.charAt(i);
      letters += Character.isLetter(c) ? 1 : 0;
      if (!Character.isLetterOrDigit(c) && " _-.,:/'|".indexOf(c) < 0) {
        return false;
      }
    }
    return letters >= 3;
  }

  private static boolean hasLetter(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (Character.isLetter(value.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  /** Returns true for a text in brackets with at most one other kind of punctuation mark. */
  private static boolean hasFewMarks(String value) {
    char only = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (!Character.isLetterOrDigit(c) && "[]{}()_-. ".indexOf(c) < 0) {
        if (only != 0 && c != only) {
          return false;
        }
        only = c;
      }
    }
    return true;
  }

  /**
   * Matches {@code ****}, {@code ...}, {@code xxxx-xxxx}, {@code 0000}: texts of nearly one
   * character.
   */
  private static boolean isMask(String value) {
    int run = 1;
    boolean hasShortRun = false;
    int distinct = 0;
    long seen = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = Character.toLowerCase(value.charAt(i));
      boolean isRepeated = i > 0 && c == Character.toLowerCase(value.charAt(i - 1));
      // White space is the indentation of a text, not a mask.
      run = isRepeated && !Character.isWhitespace(c) ? run + 1 : 1;
      if ((c == '*' && run >= 3) || (c == '.' && run >= 3) || c == '\u2026' || c == '\u2022') {
        return true;
      }
      if (run >= 8 || (c == 'x' && run >= 6)) {
        return true;
      }
      hasShortRun |= c == 'x' && run >= 4;
      long bit = 1L << (c & 63);
      if ((seen & bit) == 0 && Character.isLetterOrDigit(c)) {
        seen |= bit;
        distinct++;
      }
    }
    return (value.length() >= 6 && distinct <= 2)
        || (hasShortRun && !RandomTextClassifier.isRandom(value));
  }

  private static boolean isSequence(String value) {
    String plain = lettersAndDigits(value);
    if (plain.isEmpty()) {
      return true;
    }
    if (plain.equals("abc123") || plain.equals("123abc") || plain.equals("deadbeef")) {
      return true;
    }
    for (String sequence : SEQUENCES) {
      String start = sequence.substring(0, LONG_SEQUENCE);
      if ((plain.contains(start) && plain.length() <= 2 * sequence.length())
          || (plain.length() >= 3
              && plain.length() < LONG_SEQUENCE
              && sequence.startsWith(plain))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns true for non-ASCII letters: users write placeholders in their language; keys are ASCII.
   */
  private static boolean hasForeignLetters(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) > 0x2AF && Character.isLetter(value.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasOnlyWords(String value) {
    boolean isSensitive = false;
    boolean isCommonWord = true;
    StringBuilder rest = new StringBuilder();
    // Case changes within random text form words by chance: only separators count there.
    String words = RandomTextClassifier.isRandom(value) ? value.toLowerCase(Locale.ROOT) : value;
    for (String word : FieldName.of(words).words()) {
      if (PLACEHOLDER_WORDS.contains(word)) {
        isSensitive = true;
      } else if (!COMMON_WORDS.contains(word) && !isNumber(word)) {
        isCommonWord = false;
        rest.append(word);
      }
    }
    if (isCommonWord) {
      return !isNumber(lettersAndDigits(value));
    }
    return (isSensitive && !RandomTextClassifier.isRandom(rest.toString()))
        || isVariableName(value);
  }

  /** Matches {@code SUPABASE_ACCESS_TOKEN} as a value: the author meant the variable. */
  private static boolean isVariableName(String value) {
    if (value.indexOf('_') <= 0 || FieldName.of(value).words().size() < 2) {
      return false;
    }
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c != '_' && (c < 'A' || c > 'Z')) {
        return false;
      }
    }
    return !RandomTextClassifier.isRandom(value);
  }

  private static boolean isNumber(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (!Character.isDigit(word.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static String lettersAndDigits(String value) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      if (Character.isLetterOrDigit(value.charAt(i))) {
        plain.append(value.charAt(i));
      }
    }
    return plain.toString().toLowerCase(Locale.ROOT);
  }
}
