package io.svc.server.logging;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * Keeps one failure that happens with every request, such as a disk that is full, from filling the
 * log: of records that tell of the same failure in the same place, a few are written in each
 * minute, and the next one after that minute says how many were not.
 */
final class RepeatedFailures {
  private static final int MOST_A_MINUTE = 3;
  private static final long MINUTE_MILLIS = 60_000;
  private static final int MOST_KINDS = 1_000;

  private final LongSupplier millis;
  private final Map<String, Kind> kinds = new HashMap<>();

  /** What was written of a kind of records in its minute, and how many were not. */
  private static final class Kind {
    private long since;
    private int written;
    private long leftOut;
  }

  /** Measures time by a clock that nobody can set. */
  RepeatedFailures(LongSupplier millis) {
    this.millis = millis;
  }

  /**
   * Whether to write a record, and what of its kind was left out before: below zero when it is not
   * to be written. Records without a failure are always written.
   */
  synchronized long leftOutBefore(LogRecord entry) {
    if (entry.getThrown() == null || entry.getLevel().intValue() < Level.WARNING.intValue()) {
      return 0;
    }
    long now = millis.getAsLong();
    if (kinds.size() >= MOST_KINDS) {
      kinds.values().removeIf(kind -> now - kind.since >= MINUTE_MILLIS && kind.leftOut == 0);
      if (kinds.size() >= MOST_KINDS) {
        // So many different failures are worth their lines.
        return 0;
      }
    }
    Kind kind = kinds.computeIfAbsent(name(entry), name -> begun(now));
    if (now - kind.since >= MINUTE_MILLIS) {
      kind.since = now;
      kind.written = 0;
    }
    if (kind.written == MOST_A_MINUTE) {
      kind.leftOut++;
      return -1;
    }
    kind.written++;
    long leftOut = kind.leftOut;
    kind.leftOut = 0;
    return leftOut;
  }

  private static Kind begun(long now) {
    Kind kind = new Kind();
    kind.since = now;
    return kind;
  }

  /** Says that records like one were left out before it. */
  static LogRecord summary(LogRecord entry, long leftOut) {
    LogRecord summary =
        new LogRecord(
            entry.getLevel(), leftOut + " more failures like the next were not written here");
    summary.setLoggerName(entry.getLoggerName());
    summary.setInstant(entry.getInstant());
    return summary;
  }

  /** The place that wrote it, since its text differs from request to request, and the failure. */
  private static String name(LogRecord entry) {
    return String.join(
        "\n",
        entry.getLoggerName(),
        entry.getSourceClassName(),
        entry.getSourceMethodName(),
        FailureReference.of(entry.getThrown()).hash());
  }
}
