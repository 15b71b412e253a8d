package io.svc.server.certification;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How often a workflow runs, as far as its own runs tell.
 *
 * @param usual half of the times between two runs are no longer
 * @param longest between two runs: nights and weekends show here
 * @param runs that were looked at
 */
record RunInterval(Duration usual, Duration longest, int runs) {
  /** Fewer runs tell nothing of what is usual. */
  static final int LEAST_RUNS = 8;

  /** As many as a workflow has within weeks that runs some times a day. */
  static final int MOST_RUNS = 100;

  /** Telemetry may come in batches, so that nobody claims anything before. */
  static final Duration LEAST = Duration.ofMinutes(30);

  /**
   * The rhythm of runs.
   *
   * @param starts when they began, in any order
   * @param gapFrom the run before a silence that people were told of, which is not usual
   * @return empty when there are too few
   */
  static Optional<RunInterval> of(List<Instant> starts, Optional<Instant> gapFrom) {
    List<Instant> inOrder = starts.stream().sorted().toList();
    if (inOrder.size() < LEAST_RUNS) {
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

  /** How long nothing may be reported: three usual times, and half more than the longest. */
  Duration allowed() {
    Duration usually = usual.multipliedBy(3);
    Duration atMost = longest.plus(longest.dividedBy(2));
    Duration longer = usually.compareTo(atMost) > 0 ? usually : atMost;
    return longer.compareTo(LEAST) > 0 ? longer : LEAST;
  }
}
