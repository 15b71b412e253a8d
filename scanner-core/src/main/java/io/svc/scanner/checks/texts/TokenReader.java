package io.svc.scanner.checks.texts;

import io.svc.scanner.checks.files.SensitivePlace;
import java.util.Locale;

/** Splits a blank-separated token into words of a sentence. */
final class TokenReader {
  private static final String TLDS =
      "com net org io dev app xyz ru cn top site online info biz co me sh cc link tech store ai";

  /** Shorter words cannot be a whole order written without blanks. */
  private static final int SHORTEST_ORDER = 14;

  private static final int SHORTEST_PHONE = 8;

  /** Longer texts without a blank are neither a path nor an address. */
  private static final int LONGEST_PLACE = 2000;

  /** No more letters follow an apostrophe that belongs to the word before it. */
  private static final int LONGEST_ENDING = 4;

  private TokenReader() {}

  static void add(String clean, boolean isQuoted, Sentence sentence) {
    int quoted = isQuoted ? InjectionWords.QUOTED : 0;
    if (clean.length() > LONGEST_PLACE) {
      addWords(clean, quoted, sentence);
    } else if (isAddress(clean)) {
      sentence.add("", InjectionWords.ADDRESS | quoted);
    } else if (isSecretPath(clean)) {
      // Files of variables are spoken of by everybody who explains how to set a server up.
      String word = SensitivePlace.of(clean).isDotEnv() ? ".env" : "";
      sentence.add(word, InjectionWords.PATH | quoted);
    } else {
      addWords(clean, quoted, sentence);
    }
  }

  private static void addWords(String clean, int quoted, Sentence sentence) {
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

  /** {@code don't} is one word; {@code l'utilisateur} is two. */
  private static boolean isContraction(String clean, int index) {
    int end = index + 1;
    while (end < clean.length() && end < index + LONGEST_ENDING && isOfWord(clean.charAt(end))) {
      end++;
    }
    return isApostrophe(clean.charAt(index)) && end < index + LONGEST_ENDING;
  }

  /** Letters and digits, and the vowel signs of scripts that write vowels as signs. */
  private static boolean isOfWord(char c) {
    int type = Character.getType(c);
    return Character.isLetterOrDigit(c)
        || type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK;
  }

  /** Adds a word; the humps of a name such as {@code ignorePrevious} are words of their own. */
  static void addWord(String word, int part, Sentence sentence) {
    String lower = word.toLowerCase(Locale.ROOT);
    int parts = InjectionWords.partsOf(lower);
    if (parts == 0 && lower.length() >= SHORTEST_ORDER && isOrder(lower)) {
      parts = InjectionWords.VOID | InjectionWords.OVERRIDE | InjectionWords.INSTRUCTION;
    }
    int hump = parts == 0 ? nextHump(word, 1) : word.length();
    if (hump == word.length()) {
      sentence.add(lower, parts | part);
      return;
    }
    int start = 0;
    while (start < word.length()) {
      String name = word.substring(start, hump).toLowerCase(Locale.ROOT);
      sentence.add(name, InjectionWords.partsOf(name) | part | InjectionWords.COMPOUND);
      start = hump;
      hump = nextHump(word, start + 1);
    }
  }

  private static int nextHump(String word, int from) {
    for (int i = from; i < word.length(); i++) {
      if (Character.isUpperCase(word.charAt(i)) && Character.isLowerCase(word.charAt(i - 1))) {
        return i;
      }
    }
    return word.length();
  }

  /** A whole order without a blank in it. */
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

  /** A URL, a host, a mail address or a telephone number: where something can be sent to. */
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
    return host.lastIndexOf('.') > 0 && Sentence.isOneOf(tld, TLDS);
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
