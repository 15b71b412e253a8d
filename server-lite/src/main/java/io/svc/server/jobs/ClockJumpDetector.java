package io.svc.server.jobs;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that the clock was set, by one that nobody can set. After a jump forward, nothing may be
 * removed for its age for a day: an operator who set the clock wrongly has that long to set it
 * right. A machine that slept looks the same, and loses nothing by it. Safe for many threads.
 */
final class ClockJumpDetector {
  private static final Logger LOG = LoggerFactory.getLogger(ClockJumpDetector.class);
  private static final Duration NOTICED = Duration.ofHours(1);
  private static final Duration HELD_BACK = Duration.ofDays(1);

  private final Clock clock;
  private final LongSupplier nanos;
  private Instant lastTime;
  private long lastNanos;
  private boolean holdsBack;
  private long heldSince;

  ClockJumpDetector(Clock clock, LongSupplier nanos) {
    this.clock = clock;
    this.nanos = nanos;
    this.lastTime = clock.instant();
    this.lastNanos = nanos.getAsLong();
  }

  /** Looks at the clock; tells whether what is old may be removed now. */
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
      holdsBack = true;
      heldSince = now;
    } else if (jump.negated().compareTo(NOTICED) > 0) {
      LOG.warn("the clock went back by {} minutes at once", jump.negated().toMinutes());
    }
    if (holdsBack && now - heldSince >= HELD_BACK.toNanos()) {
      holdsBack = false;
    }
    return !holdsBack;
  }
}
