package io.svc.server.jobs;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects changes of the system clock by comparison with a monotonic clock. After a jump forward,
 * age-based deletion is suspended for a day, so that an operator can correct a wrong clock. A
 * machine that was suspended looks the same, which does no harm. Safe for many threads.
 */
final class ClockJumpDetector {
  private static final Logger LOG = LoggerFactory.getLogger(ClockJumpDetector.class);
  private static final Duration NOTICED = Duration.ofHours(1);
  private static final Duration PAUSE_AFTER_JUMP = Duration.ofDays(1);

  private final Clock clock;
  private final LongSupplier nanos;
  private Instant lastTime;
  private long lastNanos;
  private boolean isPaused;
  private long pausedSince;

  ClockJumpDetector(Clock clock, LongSupplier nanos) {
    this.clock = clock;
    this.nanos = nanos;
    this.lastTime = clock.instant();
    this.lastNanos = nanos.getAsLong();
  }

  /** Checks the clock; returns whether age-based deletion is permitted now. */
  synchronized boolean mayRemove() {
    Instant time = clock.instant();
    long now = nanos.getAsLong();
    Duration jump = Duration.between(lastTime, time).minusNanos(now - lastNanos);
    lastTime = time;
    lastNanos = now;
    if (jump.compareTo(NOTICED) > 0) {
      LOG.warn(
          "the clock went forward by {} minutes at once; nothing is removed for its age for a day",
          jump.toMinutes());
      isPaused = true;
      pausedSince = now;
    } else if (jump.negated().compareTo(NOTICED) > 0) {
      LOG.warn("the clock went back by {} minutes at once", jump.negated().toMinutes());
    }
    if (isPaused && now - pausedSince >= PAUSE_AFTER_JUMP.toNanos()) {
      isPaused = false;
    }
    return !isPaused;
  }
}
