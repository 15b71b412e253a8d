package io.svc.server.alerts;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/** The retry delays of failed messages. */
final class RetrySchedule {
  private static final List<Duration> DELAYS =
      List.of(
          Duration.ofSeconds(10),
          Duration.ofMinutes(1),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(6));

  /** Jitter prevents messages that failed together from being retried together. */
  private static final double JITTER = 0.2;

  private static final Duration LONGEST = Duration.ofDays(1);

  private final DoubleSupplier random;

  /** Creates a schedule from a source of random numbers between 0 and 1. */
  RetrySchedule(DoubleSupplier random) {
    this.random = random;
  }

  /**
   * Returns the delay before the next attempt; empty after the last one.
   *
   * @param tries attempts of the message so far
   * @param retryAfter the delay that the receiver requested; at most one day is accepted
   */
  Optional<Duration> delay(long tries, Optional<Duration> retryAfter) {
    if (tries > DELAYS.size()) {
      return Optional.empty();
    }
    double factor = 1 + JITTER * (2 * random.getAsDouble() - 1);
    Duration backoff =
        Duration.ofMillis(Math.round(DELAYS.get((int) tries - 1).toMillis() * factor));
    Duration delay = retryAfter.filter(time -> time.compareTo(backoff) > 0).orElse(backoff);
    return Optional.of(delay.compareTo(LONGEST) > 0 ? LONGEST : delay);
  }
}
