package io.svc.server.config;

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
        .filter(name -> distance(wanted, plain(name)) <= most)
        .min(Comparator.comparingInt(name -> distance(wanted, plain(name))));
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[-_.]", "");
  }

  /** Letters to add, drop, change or swap with their neighbour. */
  private static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int least = Math.min(cost[i - 1][j], cost[i][j - 1]) + 1;
        cost[i][j] = Math.min(least, cost[i - 1][j - 1] + change);
        boolean isSwapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        if (isSwapped) {
          cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
      }
    }
    return cost[a.length()][b.length()];
  }
}
