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
 * Caches counts over many rows of a tenant. Small counts are always computed. A large count is
 * cached for a time that grows with its number of rows; otherwise, lists would become slower as
 * agents run longer. One caller at a time computes a count; the others get the previous value in
 * the meantime.
 *
 * @param <T> the immutable counts
 */
final class CachedCounts<T> {
  /** The number of rows that can be counted in about two milliseconds. */
  private static final long FEW = 2_000;

  /** Limits the load of counting to a few thousandths of a processor. */
  private static final long ROWS_PER_SECOND = 2_000;

  private static final Duration LONGEST = Duration.ofMinutes(5);

  private final ConcurrentMap<OrgId, Entry<T>> entries = new ConcurrentHashMap<>();
  private final ToLongFunction<T> rows;

  private record Entry<T>(T figure, Instant from, Instant until, AtomicBoolean isCounted) {
    /** Also expires when the clock was set back. */
    boolean isFresh(Instant now) {
      return !now.isBefore(from) && now.isBefore(until);
    }
  }

  /**
   * @param rows returns the number of rows that were counted
   */
  CachedCounts(ToLongFunction<T> rows) {
    this.rows = rows;
  }

  T get(Tx tx, OrgId org, Supplier<T> count) {
    Instant now = tx.now();
    Entry<T> entry = entries.get(org);
    if (entry == null) {
      return put(org, count.get(), now);
    }
    if (entry.isFresh(now) || !entry.isCounted.compareAndSet(false, true)) {
      return entry.figure;
    }
    try {
      return put(org, count.get(), now);
    } finally {
      entry.isCounted.set(false);
    }
  }

  private T put(OrgId org, T figure, Instant now) {
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
