package io.svc.scanner.fix;

import java.util.Optional;

/** Words within a value of a file, which may hold a whole command line. */
final class WordText {
  private static final String EDGES = " \t\r\n\"'=;|&()";

  private WordText() {}

  /** The text with another word; empty where the word does not stand there exactly once. */
  static Optional<String> replaced(String text, String word, String other) {
    if (text.equals(word)) {
      return Optional.of(other);
    }
    int found = -1;
    for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if (isEdge(text, at - 1) && isEdge(text, at + word.length())) {
        if (found >= 0) {
          return Optional.empty();
        }
        found = at;
      }
    }
    return found < 0
        ? Optional.empty()
        : Optional.of(text.substring(0, found) + other + text.substring(found + word.length()));
  }

  private static boolean isEdge(String text, int index) {
    return index < 0 || index >= text.length() || EDGES.indexOf(text.charAt(index)) >= 0;
  }
}
