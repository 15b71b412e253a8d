package io.svc.server.redaction;

import java.util.ArrayList;
import java.util.List;

/**
 * Words that stand near a value and tell what it is, in lower case.
 *
 * @param wholes that count only as whole words
 * @param beginnings that words may begin with, as {@code telefon} begins {@code telefonnummer};
 *     those of scripts without spaces may stand anywhere
 */
record ContextWords(List<String> wholes, List<String> beginnings) {
  ContextWords {
    wholes = List.copyOf(wholes);
    beginnings = withJoined(beginnings);
  }

  /** {@code social security} is written {@code socialSecurity} too. */
  private static List<String> withJoined(List<String> words) {
    List<String> all = new ArrayList<>(words);
    for (String word : words) {
      if (word.indexOf(' ') > 0) {
        all.add(word.replace(" ", ""));
      }
    }
    return List.copyOf(all);
  }

  /** Whether one of them occurs in a text in lower case. */
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

  private static boolean occursIn(String text, String word, boolean isWhole) {
    int at = text.indexOf(word);
    while (at >= 0) {
      int end = at + word.length();
      boolean begins =
          at == 0 || !Character.isLetter(text.charAt(at - 1)) || Passage.isUnspaced(word.charAt(0));
      boolean ends = !isWhole || end == text.length() || !Character.isLetter(text.charAt(end));
      if (begins && ends) {
        return true;
      }
      at = text.indexOf(word, at + 1);
    }
    return false;
  }
}
