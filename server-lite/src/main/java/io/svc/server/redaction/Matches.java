package io.svc.server.redaction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Collects the recognitions in one text, and resolves overlaps. Used by one thread. */
final class Matches {
  /** The increase of a score by a context word nearby. */
  private static final double BOOST = 0.45;

  private static final Comparator<Recognition> BEST_FIRST =
      Comparator.comparingDouble(Recognition::score)
          .reversed()
          .thenComparing(Comparator.comparingInt(Recognition::length).reversed())
          .thenComparingInt(Recognition::start)
          .thenComparing(Recognition::type);

  private final Set<EntityType> wanted;
  private final Thresholds thresholds;
  private final List<Recognition> all = new ArrayList<>();

  Matches(Set<EntityType> wanted, Thresholds thresholds) {
    this.wanted = wanted;
    this.thresholds = thresholds;
  }

  /** The minimum score for each type. */
  interface Thresholds {
    double of(EntityType type);
  }

  boolean wants(EntityType type) {
    return wanted.contains(type);
  }

  void add(EntityType type, int start, int end, double score) {
    if (wants(type) && score >= thresholds.of(type)) {
      all.add(new Recognition(type, start, end, score));
    }
  }

  /**
   * Adds a recognition, with a higher score if a context word is near. The words are searched only
   * if they can change the result.
   */
  void add(
      EntityType type, int start, int end, double score, Passage passage, ContextWords context) {
    if (wants(type) && boosted(score) >= thresholds.of(type)) {
      add(type, start, end, score, passage.isNear(context, start, end));
    }
  }

  /** Adds a recognition, with a higher score if a context word was found. */
  void add(EntityType type, int start, int end, double score, boolean isTold) {
    add(type, start, end, isTold ? boosted(score) : score);
  }

  private static double boosted(double score) {
    return Math.min(1, score + BOOST);
  }

  /**
   * Returns the recognitions in the order of the text; of overlapping ones, the one with the
   * highest score, then the longest.
   */
  List<Recognition> settled() {
    if (all.size() < 2) {
      return List.copyOf(all);
    }
    all.sort(BEST_FIRST);
    TreeMap<Integer, Recognition> kept = new TreeMap<>();
    for (Recognition match : all) {
      Map.Entry<Integer, Recognition> before = kept.lowerEntry(match.end());
      if (before == null || before.getValue().end() <= match.start()) {
        kept.put(match.start(), match);
      }
    }
    return List.copyOf(kept.values());
  }
}
