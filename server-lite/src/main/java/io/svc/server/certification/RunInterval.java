package io.svc.server.certification;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The interval of a workflow's runs, derived from its runs.
 *
 * @param usual the median time between two runs
 * @param longest the longest time between two runs, which includes nights and weekends
 * @param runs the number of evaluated runs
 */
record RunInterval(Duration usual, Duration longest, int runs) {
  /** The minimum number of runs to determine an interval. */
  static final int MIN_RUNS = 8;

  /** Covers some weeks of a workflow that runs several times a day. */
  static final int MAX_RUNS = 100;

  /** A minimum, because telemetry may arrive in batches. */
  static final Duration LEAST = Duration.ofMinutes(30);

  /**
   * Returns the interval of runs.
   *
   * @param starts the start times, in any order
   * @param gapFrom the run before a reported inactivity, which is excluded
   * @return empty when there are too few runs
   */
  static Optional<RunInterval> of(List<Instant> starts, Optional<Instant> gapFrom) {
    List<Instant> inOrder = starts.stream().sorted().toList();
    if (inOrder.size() < MIN_RUNS) {
      return Optional.empty();
    }
    List<Duration> between = new ArrayList<>();
    for (int i = 1; i < inOrder.size(); i++) {
      Instant before = inOrder.get(i - 1);
      Instant after = inOrder.get(i);
      boolean isGap =
          gapFrom.filter(from -> !from.isBefore(before) && from.isBefore(after)).isPresent();
      if (!isGap) {
        between.add(Duration.between(before, after));
      }
    }
    between.sort(Duration::compareTo);
    return Optional.of(
        new RunInterval(
            between.get((between.size() - 1) / 2),
            between.get(between.size() - 1),
            inOrder.size()));
  }

  /**
   * Returns the maximum time without a run: the maximum of three median times, one and a half times
   * the longest, and {@link #LEAST}.
   */
  Duration allowed() {
    Duration usually = usual.multipliedBy(3);
    Duration atMost = longest.plus(longest.dividedBy(2));
    Duration longer = usually.compareTo(atMost) > 0 ? usually : atMost;
    return longer.compareTo(LEAST) > 0 ? longer : LEAST;
  }
}
