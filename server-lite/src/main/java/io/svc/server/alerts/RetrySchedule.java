package io.svc.server.alerts;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/** When a message that did not arrive is tried again. */
final class RetrySchedule {
  private static final List<Duration> DELAYS =
      List.of(
          Duration.ofSeconds(10),
          Duration.ofMinutes(1),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(6));

  /** All that failed together would otherwise come back together. */
  private static final double JITTER = 0.2;

  private static final Duration LONGEST = Duration.ofDays(1);

  private final DoubleSupplier random;

  /** A schedule with numbers from 0 to 1 by chance. */
  RetrySchedule(DoubleSupplier random) {
    this.random = random;
  }

  /**
   * How long to wait; empty when it was tried often enough.
   *
   * @param tries of the message so far
   * @param asked how long the other side wants to be left alone, which is believed up to a day
   */
  Optional<Duration> delay(long tries, Optional<Duration> asked) {
    if (tries > DELAYS.size()) {
      return Optional.empty();
    }
    double factor = 1 + JITTER * (2 * random.getAsDouble() - 1);
    Duration own = Duration.ofMillis(Math.round(DELAYS.get((int) tries - 1).toMillis() * factor));
    Duration wanted = asked.filter(time -> time.compareTo(own) > 0).orElse(own);
    return Optional.of(wanted.compareTo(LONGEST) > 0 ? LONGEST : wanted);
  }
}
