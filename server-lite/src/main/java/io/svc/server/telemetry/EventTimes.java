package io.svc.server.telemetry;

import java.time.Duration;
import java.time.Instant;

/** When something may have happened that is told now. */
final class EventTimes {
  /** As long as it is known what was told: what is older could be taken in twice. */
  static final Duration OLDEST = Duration.ofDays(7);

  private static final Duration AHEAD = Duration.ofHours(1);
  private static final long NANOS = 1_000_000_000L;

  private EventTimes() {}

  /** Nanoseconds since 1970, as OpenTelemetry tells times. */
  static Instant ofNanos(long nanos) {
    return Instant.ofEpochSecond(
        Long.divideUnsigned(nanos, NANOS), Long.remainderUnsigned(nanos, NANOS));
  }

  /** Whether a time is neither too old nor of a clock that is wrong. */
  static boolean isTaken(Instant time, Instant now) {
    return !time.isBefore(now.minus(OLDEST)) && !time.isAfter(now.plus(AHEAD));
  }
}
