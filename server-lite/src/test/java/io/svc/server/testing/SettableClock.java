package io.svc.server.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until it is moved. Safe for many threads. */
public final class SettableClock extends Clock {
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-11-20T09:00:00Z"));

  /** Moves it on. */
  public void advance(Duration time) {
    now.updateAndGet(instant -> instant.plus(time));
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
    throw new UnsupportedOperationException("the service knows UTC only");
  }
}
