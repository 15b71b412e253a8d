package io.svc.server.config;

import io.svc.rules.definition.EditDistance;
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
  public static String of(String typed, Collection<String> knownNames) {
    return nearest(typed, knownNames).map(name -> "; did you mean " + name + "?").orElse("");
  }

  private static Optional<String> nearest(String typed, Collection<String> knownNames) {
    String normalized = plain(typed);
    int maxDistance = Math.max(1, Math.min(3, normalized.length() / 3));
    return knownNames.stream()
        .filter(name -> Math.abs(plain(name).length() - normalized.length()) <= maxDistance)
        .filter(name -> EditDistance.between(normalized, plain(name)) <= maxDistance)
        .min(Comparator.comparingInt(name -> EditDistance.between(normalized, plain(name))));
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[-_.]", "");
  }
}
