package io.svc.server.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until a test moves its hands. Safe for many threads. */
public final class HandClock extends Clock {
  private final AtomicReference<Instant> now;

  private HandClock(Instant start) {
    this.now = new AtomicReference<>(start);
  }

  /** A clock that shows a time. */
  public static HandClock at(Instant start) {
    return new HandClock(start);
  }

  /** A clock that shows what other clocks show now. */
  public static HandClock now() {
    return new HandClock(Clock.systemUTC().instant());
  }

  public void advance(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }

  @Override
  public Instant instant() {
    return now.get();
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
