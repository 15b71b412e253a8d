package io.svc.server.sessions;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * What is counted over many rows of a tenant. A few are counted anew each time, so that the figure
 * is right. Of many, the figure is kept for a time that grows with them: otherwise, a tenant's
 * lists would cost the more the longer its agents work. One caller at a time counts anew, and
 * others are meanwhile told what was right just before.
 *
 * @param <T> the figure, which nobody changes
 */
final class CachedCounts<T> {
  /** Rows that are counted in about two milliseconds. */
  private static final long FEW = 2_000;

  /** Keeps counting below some thousandths of a processor. */
  private static final long ROWS_PER_SECOND = 2_000;

  private static final Duration LONGEST = Duration.ofMinutes(5);

  private final ConcurrentMap<OrgId, Entry<T>> entries = new ConcurrentHashMap<>();
  private final ToLongFunction<T> rows;

  private record Entry<T>(T figure, Instant from, Instant until, AtomicBoolean isCounted) {
    /** A clock that was set back ends it too. */
    boolean holdsAt(Instant now) {
      return !now.isBefore(from) && now.isBefore(until);
    }
  }

  /**
   * @param rows how many rows a figure was counted over
   */
  CachedCounts(ToLongFunction<T> rows) {
    this.rows = rows;
  }

  T get(Tx tx, OrgId org, Supplier<T> count) {
    Instant now = tx.now();
    Entry<T> entry = entries.get(org);
    if (entry == null) {
      return keep(org, count.get(), now);
    }
    if (entry.holdsAt(now) || !entry.isCounted.compareAndSet(false, true)) {
      return entry.figure;
    }
    try {
      return keep(org, count.get(), now);
    } finally {
      entry.isCounted.set(false);
    }
  }

  private T keep(OrgId org, T figure, Instant now) {
    long counted = rows.applyAsLong(figure);
    if (counted <= FEW) {
      entries.remove(org);
    } else {
      Duration grown = Duration.ofSeconds(counted / ROWS_PER_SECOND);
      Duration time = grown.compareTo(LONGEST) < 0 ? grown : LONGEST;
      entries.put(org, new Entry<>(figure, now, now.plus(time), new AtomicBoolean()));
    }
    return figure;
  }
}
