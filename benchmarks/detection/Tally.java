package detection;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Counts of hits among all, by some key, in the order in which keys came. */
final class Tally {
  private static final class Count {
    int hits;
    int all;
  }

  private final Map<String, Count> counts = new LinkedHashMap<>();

  void add(String key, boolean isHit) {
    Count count = counts.computeIfAbsent(key, name -> new Count());
    count.all++;
    count.hits += isHit ? 1 : 0;
  }

  int hits() {
    return counts.values().stream().mapToInt(count -> count.hits).sum();
  }

  int all() {
    return counts.values().stream().mapToInt(count -> count.all).sum();
  }

  double share() {
    return all() == 0 ? 1 : (double) hits() / all();
  }

  /** One line for each key. */
  void print(String title, String hitsAre) {
    System.out.printf(Locale.ROOT, "%n%-44s %8s %8s %8s%n", title, hitsAre, "of", "share");
    counts.forEach((key, count) -> line(key, count.hits, count.all));
    line("all", hits(), all());
  }

  /** Only keys with a share below one, the lowest first. */
  void printWorst(String title, String hitsAre, int most) {
    List<String> keys = new ArrayList<>(counts.keySet());
    keys.removeIf(key -> counts.get(key).hits == counts.get(key).all);
    if (keys.isEmpty()) {
      return;
    }
    keys.sort(
        Comparator.comparingDouble(key -> (double) counts.get(key).hits / counts.get(key).all));
    System.out.printf(Locale.ROOT, "%n%-44s %8s %8s %8s%n", title, hitsAre, "of", "share");
    for (String key : keys.subList(0, Math.min(most, keys.size()))) {
      line(key, counts.get(key).hits, counts.get(key).all);
    }
  }

  private static void line(String key, int hits, int all) {
    System.out.printf(
        Locale.ROOT,
        "  %-42s %8d %8d %8.3f%n",
        key,
        hits,
        all,
        all == 0 ? 1.0 : (double) hits / all);
  }
}
