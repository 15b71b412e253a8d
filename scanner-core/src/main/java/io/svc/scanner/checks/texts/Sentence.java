package io.svc.scanner.checks.texts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The words of a sentence, with their possible roles in a prompt injection. */
final class Sentence {
  private final List<String> words = new ArrayList<>();
  private int[] parts = new int[64];

  /** Names of the tags and headings that begin in the sentence, in lower case. */
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

  /** The word at an index; empty outside the sentence. */
  String word(int index) {
    return index >= 0 && index < words.size() ? words.get(index) : "";
  }

  boolean is(int index, int part) {
    return index >= 0 && index < words.size() && (parts[index] & part) != 0;
  }

  /** The index of the first word of a part in a range, which may leave the sentence; -1 if none. */
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

  /** Whether one of the words, each between blanks, stands in a range. */
  boolean hasWord(String wanted, int from, int to) {
    for (int i = Math.max(from, 0); i < Math.min(to, words.size()); i++) {
      if (isOneOf(words.get(i), wanted)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a word is one of those in a text, each between blanks. */
  static boolean isOneOf(String word, String wanted) {
    int at = word.isEmpty() ? -1 : wanted.indexOf(word);
    while (at >= 0) {
      int end = at + word.length();
      boolean starts = at == 0 || wanted.charAt(at - 1) == ' ';
      if (starts && (end == wanted.length() || wanted.charAt(end) == ' ')) {
        return true;
      }
      at = wanted.indexOf(word, at + 1);
    }
    return false;
  }

  /** Whether what stands at an index is denied by what stands right before it. */
  boolean isDenied(int index) {
    return has(InjectionWords.NEGATION, index - 3, index);
  }
}
