package io.svc.server.config;

import io.svc.rules.definition.Edits;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggests the most similar name by edit distance, if one is similar enough. */
public final class Suggestion {
  private Suggestion() {}

  /**
   * Returns {@code ; did you mean "x"?}, or an empty text. Differences in hyphens or case are
   * ignored.
   */
  public static String of(String given, Collection<String> known) {
    return nearest(given, known).map(name -> "; did you mean " + name + "?").orElse("");
  }

  private static Optional<String> nearest(String given, Collection<String> known) {
    String wanted = plain(given);
    int most = Math.max(1, Math.min(3, wanted.length() / 3));
    return known.stream()
        .filter(name -> Math.abs(plain(name).length() - wanted.length()) <= most)
        .filter(name -> Edits.between(wanted, plain(name)) <= most)
        .min(Comparator.comparingInt(name -> Edits.between(wanted, plain(name))));
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[-_.]", "");
  }
}
