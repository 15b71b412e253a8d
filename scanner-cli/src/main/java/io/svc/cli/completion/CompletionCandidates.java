package io.svc.cli.completion;

import java.util.List;

/**
 * The values that a shell can offer for an option.
 *
 * @param kind the source of the values
 * @param words the values of {@link Kind#WORDS}, without spaces
 */
public record CompletionCandidates(Kind kind, List<String> words) {
  /** The source of the values. */
  public enum Kind {
    /** Any text; the shell offers nothing. */
    ANY,
    /** Files below the current directory. */
    FILES,
    /** Directories. */
    DIRECTORIES,
    /** A fixed list. */
    WORDS
  }

  /** Any text. */
  public static final CompletionCandidates ANY = new CompletionCandidates(Kind.ANY, List.of());

  /** A file. */
  public static final CompletionCandidates FILES = new CompletionCandidates(Kind.FILES, List.of());

  /** A directory. */
  public static final CompletionCandidates DIRECTORIES =
      new CompletionCandidates(Kind.DIRECTORIES, List.of());

  /** Rejects words that are unsafe in a generated script. */
  public CompletionCandidates {
    words = List.copyOf(words);
    for (String word : words) {
      if (!word.matches("[A-Za-z0-9_./@+-]+")) {
        throw new IllegalArgumentException("\"" + word + "\" is no word that a shell can offer");
      }
    }
  }

  /** Returns a fixed list of values. */
  public static CompletionCandidates of(List<String> words) {
    return new CompletionCandidates(Kind.WORDS, words);
  }
}
