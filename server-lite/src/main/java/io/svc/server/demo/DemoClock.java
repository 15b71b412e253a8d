package io.svc.server.demo;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicReference;

/** The simulated time of the demo. Safe for many threads. */
final class DemoClock extends Clock {
  private final AtomicReference<Instant> now;

  DemoClock(Instant start) {
    this.now = new AtomicReference<>(start.truncatedTo(ChronoUnit.MILLIS));
  }

  /** Advances to a time; an earlier time changes nothing. */
  void moveTo(Instant time) {
    now.updateAndGet(before -> time.isAfter(before) ? time : before);
  }

  void advance(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }

  @Override
  public Instant instant() {
    return requireNonNull(now.get());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("always UTC");
  }
}
