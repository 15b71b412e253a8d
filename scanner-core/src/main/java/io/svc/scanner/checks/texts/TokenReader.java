package io.svc.scanner.checks.texts;

import io.svc.scanner.checks.files.SensitivePlace;
import java.util.Locale;

/** Splits a blank-separated token into words of a sentence. */
final class TokenReader {
  private static final String TLDS =
      "com net org io dev app xyz ru cn top site online info biz co me sh cc link tech store ai";

  /** Minimum length of an instruction without blanks. */
  private static final int SHORTEST_ORDER = 14;

  private static final int SHORTEST_PHONE = 8;

  /** Longer texts without blanks are neither paths nor addresses. */
  private static final int MAX_LOCATION_LENGTH = 2000;

  /** Maximum number of letters after an apostrophe within one word. */
  private static final int LONGEST_ENDING = 4;

  private TokenReader() {}

  static void add(String clean, boolean isQuoted, TaggedSentence sentence) {
    int quoted = isQuoted ? InjectionWords.QUOTED : 0;
    if (clean.length() > MAX_LOCATION_LENGTH) {
      addWords(clean, quoted, sentence);
    } else if (isAddress(clean)) {
      sentence.add("", InjectionWords.ADDRESS | quoted);
    } else if (isSecretPath(clean)) {
      // Setup instructions often mention environment files.
      String word = SensitivePlace.of(clean).isDotEnv() ? ".env" : "";
      sentence.add(word, InjectionWords.PATH | quoted);
    } else {
      addWords(clean, quoted, sentence);
    }
  }

  private static void addWords(String clean, int quoted, TaggedSentence sentence) {
    int compound = 0;
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < clean.length(); i++) {
      char c = clean.charAt(i);
      if (isOfWord(c)) {
        word.append(c);
      } else if (!isContraction(clean, i)) {
        compound = isApostrophe(c) ? compound : InjectionWords.COMPOUND;
        if (word.length() > 0) {
          addWord(word.toString(), quoted | compound, sentence);
          word.setLength(0);
        }
      }
    }
    if (word.length() > 0) {
      addWord(word.toString(), quoted | compound, sentence);
    }
  }

  private static boolean isApostrophe(char c) {
    return c == '\'' || c == '\u2019';
  }

  /**
   * Returns whether an apostrophe is within one word: {@code don't} is one word, {@code
   * l'utilisateur} is two.
   */
  private static boolean isContraction(String clean, int index) {
    int end = index + 1;
    while (end < clean.length() && end < index + LONGEST_ENDING && isOfWord(clean.charAt(end))) {
      end++;
    }
    return isApostrophe(clean.charAt(index)) && end < index + LONGEST_ENDING;
  }

  /** Returns whether a character is a letter, a digit, or a sign for a vowel. */
  private static boolean isOfWord(char c) {
    int type = Character.getType(c);
    return Character.isLetterOrDigit(c)
        || type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK;
  }

  /**
   * Adds a word. The parts of a camel-case name such as {@code ignorePrevious} are separate words.
   */
  static void addWord(String word, int part, TaggedSentence sentence) {
    String lower = word.toLowerCase(Locale.ROOT);
    int parts = InjectionWords.partsOf(lower);
    if (parts == 0 && lower.length() >= SHORTEST_ORDER && isOrder(lower)) {
      parts = InjectionWords.VOID | InjectionWords.OVERRIDE | InjectionWords.INSTRUCTION;
    }
    int hump = parts == 0 ? nextCamelWord(word, 1) : word.length();
    if (hump == word.length()) {
      sentence.add(lower, parts | part);
      return;
    }
    int start = 0;
    while (start < word.length()) {
      String name = word.substring(start, hump).toLowerCase(Locale.ROOT);
      sentence.add(name, InjectionWords.partsOf(name) | part | InjectionWords.COMPOUND);
      start = hump;
      hump = nextCamelWord(word, start + 1);
    }
  }

  private static int nextCamelWord(String word, int from) {
    for (int i = from; i < word.length(); i++) {
      if (Character.isUpperCase(word.charAt(i)) && Character.isLowerCase(word.charAt(i - 1))) {
        return i;
      }
    }
    return word.length();
  }

  /** Returns whether a word is a complete instruction without blanks. */
  private static boolean isOrder(String word) {
    boolean isOverriding =
        word.contains("ignore") || word.contains("disregard") || word.contains("forget");
    boolean isPrior =
        word.contains("previous")
            || word.contains("prior")
            || word.contains("above")
            || word.contains("all");
    return isOverriding && isPrior && word.contains("instruction");
  }

  /**
   * Returns whether a token is a destination for data: a URL, a host, an email address or a
   * telephone number.
   */
  private static boolean isAddress(String clean) {
    if (clean.contains("://") || clean.startsWith("www.")) {
      return !clean.startsWith("file:");
    }
    int at = clean.indexOf('@');
    if (at > 0 && clean.indexOf('.', at) > at + 1 && clean.indexOf('/') < 0) {
      return true;
    }
    if (clean.charAt(0) == '+') {
      return clean.length() > SHORTEST_PHONE && Character.isDigit(clean.charAt(1));
    }
    int slash = clean.indexOf('/');
    String host = slash < 0 ? "" : clean.substring(0, slash);
    String tld = host.substring(host.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return host.lastIndexOf('.') > 0 && TaggedSentence.isOneOf(tld, TLDS);
  }

  private static boolean isSecretPath(String clean) {
    boolean mayBePath =
        clean.indexOf('.') >= 0
            || clean.indexOf('/') >= 0
            || clean.indexOf('\\') >= 0
            || clean.startsWith("id_");
    return mayBePath
        && (SensitivePlace.of(clean).isSensitive() || clean.equalsIgnoreCase("mcp.json"));
  }
}
