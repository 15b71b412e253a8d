package io.svc.server.config;

import io.svc.rules.definition.Edits;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The name that somebody probably meant: the nearest by edits, if it is near at all. */
public final class Suggestion {
  private Suggestion() {}

  /** {@code ; did you mean "x"?}, or nothing. Spelling with hyphens or capitals costs nothing. */
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
