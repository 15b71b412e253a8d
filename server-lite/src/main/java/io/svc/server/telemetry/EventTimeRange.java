package io.svc.server.telemetry;

import java.time.Duration;
import java.time.Instant;

/** The accepted range of event times. */
final class EventTimeRange {
  /** The retention of deduplication keys: older events could be stored twice. */
  static final Duration OLDEST = Duration.ofDays(7);

  private static final Duration AHEAD = Duration.ofHours(1);
  private static final long NANOS = 1_000_000_000L;

  private EventTimeRange() {}

  /** Converts nanoseconds since 1970, the format of OpenTelemetry. */
  static Instant ofNanos(long nanos) {
    return Instant.ofEpochSecond(
        Long.divideUnsigned(nanos, NANOS), Long.remainderUnsigned(nanos, NANOS));
  }

  /** Returns whether a time is neither too old nor in the future. */
  static boolean isAccepted(Instant time, Instant now) {
    return !time.isBefore(now.minus(OLDEST)) && !time.isAfter(now.plus(AHEAD));
  }
}
