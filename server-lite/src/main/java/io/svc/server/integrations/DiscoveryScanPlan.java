package io.svc.server.integrations;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Plans the automatic scans of a platform. */
final class DiscoveryScanPlan {
  static final Duration USUAL = Duration.ofMinutes(15);
  static final Duration SHORTEST = Duration.ofMinutes(1);
  static final Duration LONGEST = Duration.ofDays(7);

  private static final Duration LONGEST_BACKOFF = Duration.ofDays(1);
  private static final int MAX_DOUBLINGS = 10;

  private DiscoveryScanPlan() {}

  /** Returns the first scan of a new integration; empty if the platform has no API access. */
  static Optional<Instant> first(IntegrationSettings settings, Instant now) {
    return settings.canReadWorkflows() ? Optional.of(now) : Optional.empty();
  }

  /** Returns the next scan after a change of the integration. */
  static Optional<Instant> next(
      Integration before, long intervalSeconds, IntegrationSettings settings, Instant now) {
    return first(settings, now)
        .map(
            at ->
                before
                    .lastScanAt()
                    .map(last -> last.plusSeconds(intervalSeconds))
                    .filter(planned -> planned.isAfter(at))
                    .orElse(at));
  }

  /**
   * Returns the time between scans: the interval, and in {@code error} doubled for each failure, up
   * to a day.
   */
  static Duration wait(Integration integration) {
    Duration interval = Duration.ofSeconds(integration.pollIntervalSeconds());
    if (integration.status() != IntegrationStatus.ERROR) {
      return interval;
    }
    int doublings = (int) Math.min(integration.failures(), MAX_DOUBLINGS);
    Duration longer = interval.multipliedBy(1L << doublings);
    Duration maxWait = interval.compareTo(LONGEST_BACKOFF) > 0 ? interval : LONGEST_BACKOFF;
    return longer.compareTo(maxWait) < 0 ? longer : maxWait;
  }
}
