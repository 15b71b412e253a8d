package io.svc.scanner.checks.texts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The words of a sentence, with their possible roles in a prompt injection. */
final class TaggedSentence {
  private final List<String> words = new ArrayList<>();
  private int[] parts = new int[64];

  /** Names of the tags and headings that begin in the sentence, in lowercase. */
  private final List<String> tags = new ArrayList<>();

  void clear() {
    words.clear();
    tags.clear();
  }

  void add(String word, int part) {
    if (words.size() == parts.length) {
      parts = Arrays.copyOf(parts, 2 * parts.length);
    }
    parts[words.size()] = part;
    words.add(word);
  }

  void addTag(String name) {
    tags.add(name.toLowerCase(Locale.ROOT));
  }

  int size() {
    return words.size();
  }

  boolean isEmpty() {
    return words.isEmpty() && tags.isEmpty();
  }

  List<String> tags() {
    return tags;
  }

  /** Returns the word at an index. Empty outside the sentence. */
  String word(int index) {
    return index >= 0 && index < words.size() ? words.get(index) : "";
  }

  boolean is(int index, int part) {
    return index >= 0 && index < words.size() && (parts[index] & part) != 0;
  }

  /**
   * Returns the index of the first word with a role in a range, or -1. The range may exceed the
   * sentence.
   */
  int find(int part, int from, int to) {
    for (int i = Math.max(from, 0); i < Math.min(to, words.size()); i++) {
      if ((parts[i] & part) != 0) {
        return i;
      }
    }
    return -1;
  }

  boolean has(int part, int from, int to) {
    return find(part, from, to) >= 0;
  }

  /** Returns whether a range contains one of the words, which are separated by blanks. */
  boolean hasWord(String candidates, int from, int to) {
    for (int i = Math.max(from, 0); i < Math.min(to, words.size()); i++) {
      if (isOneOf(words.get(i), candidates)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a word is in a text of words that are separated by blanks. */
  static boolean isOneOf(String word, String candidates) {
    int at = word.isEmpty() ? -1 : candidates.indexOf(word);
    while (at >= 0) {
      int end = at + word.length();
      boolean starts = at == 0 || candidates.charAt(at - 1) == ' ';
      if (starts && (end == candidates.length() || candidates.charAt(end) == ' ')) {
        return true;
      }
      at = candidates.indexOf(word, at + 1);
    }
    return false;
  }

  /** Returns whether one of the three words before an index is a negation. */
  boolean isDenied(int index) {
    return has(InjectionWords.NEGATION, index - 3, index);
  }
}
