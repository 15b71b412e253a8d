package io.svc.cli.completion;

import java.util.List;

/**
 * What a shell may offer for the value of an option.
 *
 * @param kind where the values come from
 * @param words the values themselves, for {@link Kind#WORDS}; none of them holds a blank
 */
public record Values(Kind kind, List<String> words) {
  /** Where values come from. */
  public enum Kind {
    /** Anything: there is nothing to offer. */
    ANY,
    /** Files below the current directory. */
    FILES,
    /** Directories. */
    DIRECTORIES,
    /** One of a list. */
    WORDS
  }

  /** Any text. */
  public static final Values ANY = new Values(Kind.ANY, List.of());

  /** A file. */
  public static final Values FILES = new Values(Kind.FILES, List.of());

  /** A directory. */
  public static final Values DIRECTORIES = new Values(Kind.DIRECTORIES, List.of());

  /** Rejects words that are none: a script is made of them. */
  public Values {
    words = List.copyOf(words);
    for (String word : words) {
      if (!word.matches("[A-Za-z0-9_./@+-]+")) {
        throw new IllegalArgumentException("\"" + word + "\" is no word that a shell can offer");
      }
    }
  }

  /** One of a list. */
  public static Values of(List<String> words) {
    return new Values(Kind.WORDS, words);
  }
}
