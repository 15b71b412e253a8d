package detection;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Hits among all, by a key, in the order of the first occurrence of each key. */
final class Tally {
  private record Count(String key, int hits, int all) {
    double share() {
      return all == 0 ? 1 : (double) hits / all;
    }

    Count plus(Count other) {
      return new Count(key, hits + other.hits, all + other.all);
    }

    void print() {
      System.out.printf(Locale.ROOT, "  %-42s %8d %8d %8.3f%n", key, hits, all, share());
    }
  }

  private final Map<String, Count> counts = new LinkedHashMap<>();

  void add(String key, boolean isHit) {
    counts.merge(key, new Count(key, isHit ? 1 : 0, 1), Count::plus);
  }

  private Count sum() {
    return counts.values().stream().reduce(new Count("all", 0, 0), Count::plus);
  }

  int hits() {
    return sum().hits();
  }

  double share() {
    return sum().share();
  }

  /** Prints a line for each key. */
  void print(String title, String hits) {
    header(title, hits);
    counts.values().forEach(Count::print);
    sum().print();
  }

  /** Prints only keys with a share below one, the lowest first. */
  void printWorst(String title, String hits, int most) {
    if (share() < 1) {
      header(title, hits);
    }
    counts.values().stream()
        .filter(count -> count.hits() < count.all())
        .sorted(Comparator.comparingDouble(Count::share))
        .limit(most)
        .forEach(Count::print);
  }

  private static void header(String title, String hits) {
    System.out.printf(Locale.ROOT, "%n%-44s %8s %8s %8s%n", title, hits, "of", "share");
  }
}
