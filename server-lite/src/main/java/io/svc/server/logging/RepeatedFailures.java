package io.svc.server.logging;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * Prevents a failure that occurs with every request, such as a full disk, from filling the log: of
 * records with the same failure and location, a few are written in each minute, and the next one
 * after that minute contains the number of suppressed ones.
 */
final class RepeatedFailures {
  private static final int MAX_PER_MINUTE = 3;
  private static final long MINUTE_MILLIS = 60_000;
  private static final int MAX_KINDS = 1_000;

  private final LongSupplier millis;
  private final Map<String, Kind> kinds = new HashMap<>();

  /** The written and suppressed records of one kind in the current minute. */
  private static final class Kind {
    private long since;
    private int written;
    private long suppressed;
  }

  /** Creates the filter with a monotonic clock. */
  RepeatedFailures(LongSupplier millis) {
    this.millis = millis;
  }

  /**
   * Returns the number of suppressed earlier records; negative when the record must be suppressed.
   * Records without a failure are always written.
   */
  synchronized long suppressedBefore(LogRecord entry) {
    if (entry.getThrown() == null || entry.getLevel().intValue() < Level.WARNING.intValue()) {
      return 0;
    }
    long now = millis.getAsLong();
    if (kinds.size() >= MAX_KINDS) {
      kinds.values().removeIf(kind -> now - kind.since >= MINUTE_MILLIS && kind.suppressed == 0);
      if (kinds.size() >= MAX_KINDS) {
        // With this number of different failures, no records are suppressed.
        return 0;
      }
    }
    Kind kind = kinds.computeIfAbsent(name(entry), name -> begun(now));
    if (now - kind.since >= MINUTE_MILLIS) {
      kind.since = now;
      kind.written = 0;
    }
    if (kind.written == MAX_PER_MINUTE) {
      kind.suppressed++;
      return -1;
    }
    kind.written++;
    long suppressed = kind.suppressed;
    kind.suppressed = 0;
    return suppressed;
  }

  private static Kind begun(long now) {
    Kind kind = new Kind();
    kind.since = now;
    return kind;
  }

  /** Returns a record with the number of suppressed ones. */
  static LogRecord summary(LogRecord entry, long suppressed) {
    LogRecord summary =
        new LogRecord(
            entry.getLevel(), suppressed + " more failures like the next one were omitted");
    summary.setLoggerName(entry.getLoggerName());
    summary.setInstant(entry.getInstant());
    return summary;
  }

  /** The location and the failure, since the message differs between requests. */
  private static String name(LogRecord entry) {
    return String.join(
        "\n",
        entry.getLoggerName(),
        entry.getSourceClassName(),
        entry.getSourceMethodName(),
        FailureReference.of(entry.getThrown()).hash());
  }
}
