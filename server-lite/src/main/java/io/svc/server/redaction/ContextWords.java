package io.svc.server.redaction;

import java.util.ArrayList;
import java.util.List;

/**
 * Words near a value that indicate its type, in lower case.
 *
 * @param wholes words that count only as whole words
 * @param beginnings word prefixes, as {@code telefon} is one of {@code telefonnummer}; words of
 *     scripts without spaces match anywhere
 */
record ContextWords(List<String> wholes, List<String> beginnings) {
  ContextWords {
    wholes = List.copyOf(wholes);
    beginnings = withJoined(beginnings);
  }

  /** {@code social security} also occurs as {@code socialSecurity}. */
  private static List<String> withJoined(List<String> words) {
    List<String> all = new ArrayList<>(words);
    for (String word : words) {
      if (word.indexOf(' ') > 0) {
        all.add(word.replace(" ", ""));
      }
    }
    return List.copyOf(all);
  }

  /** Returns whether one of the words occurs in a lower-case text. */
  boolean occurIn(String text) {
    if (text.isBlank()) {
      return false;
    }
    for (String word : beginnings) {
      if (occursIn(text, word, false)) {
        return true;
      }
    }
    for (String word : wholes) {
      if (occursIn(text, word, true)) {
        return true;
      }
    }
    return false;
  }

  private static boolean occursIn(String text, String word, boolean isSeparateWord) {
    int at = text.indexOf(word);
    while (at >= 0) {
      int end = at + word.length();
      boolean begins =
          at == 0
              || !Character.isLetter(text.charAt(at - 1))
              || TextWithContext.isUnspaced(word.charAt(0));
      boolean ends =
          !isSeparateWord || end == text.length() || !Character.isLetter(text.charAt(end));
      if (begins && ends) {
        return true;
      }
      at = text.indexOf(word, at + 1);
    }
    return false;
  }
}
