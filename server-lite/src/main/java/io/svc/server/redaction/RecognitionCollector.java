package io.svc.server.redaction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Collects the recognitions in one text, and resolves overlaps. Used by one thread. */
final class RecognitionCollector {
  /** The increase of a score by a context word nearby. */
  private static final double BOOST = 0.45;

  private static final Comparator<RecognizedEntity> BEST_FIRST =
      Comparator.comparingDouble(RecognizedEntity::score)
          .reversed()
          .thenComparing(Comparator.comparingInt(RecognizedEntity::length).reversed())
          .thenComparingInt(RecognizedEntity::start)
          .thenComparing(RecognizedEntity::type);

  private final Set<EntityType> types;
  private final Thresholds thresholds;
  private final List<RecognizedEntity> all = new ArrayList<>();

  RecognitionCollector(Set<EntityType> types, Thresholds thresholds) {
    this.types = types;
    this.thresholds = thresholds;
  }

  /** The minimum score for each type. */
  interface Thresholds {
    double of(EntityType type);
  }

  boolean includes(EntityType type) {
    return types.contains(type);
  }

  void add(EntityType type, int start, int end, double score) {
    if (includes(type) && score >= thresholds.of(type)) {
      all.add(new RecognizedEntity(type, start, end, score));
    }
  }

  /**
   * Adds a recognition, with a higher score if a context word is near. The words are searched only
   * if they can change the result.
   */
  void add(
      EntityType type,
      int start,
      int end,
      double score,
      TextWithContext passage,
      ContextWords context) {
    if (includes(type) && boosted(score) >= thresholds.of(type)) {
      add(type, start, end, score, passage.isNear(context, start, end));
    }
  }

  /** Adds a recognition, with a higher score if a context word was found. */
  void add(EntityType type, int start, int end, double score, boolean isLabeled) {
    add(type, start, end, isLabeled ? boosted(score) : score);
  }

  private static double boosted(double score) {
    return Math.min(1, score + BOOST);
  }

  /**
   * Returns the recognitions in the order of the text; of overlapping ones, the one with the
   * highest score, then the longest.
   */
  List<RecognizedEntity> settled() {
    if (all.size() < 2) {
      return List.copyOf(all);
    }
    all.sort(BEST_FIRST);
    TreeMap<Integer, RecognizedEntity> nonOverlapping = new TreeMap<>();
    for (RecognizedEntity match : all) {
      Map.Entry<Integer, RecognizedEntity> before = nonOverlapping.lowerEntry(match.end());
      if (before == null || before.getValue().end() <= match.start()) {
        nonOverlapping.put(match.start(), match);
      }
    }
    return List.copyOf(nonOverlapping.values());
  }
}
