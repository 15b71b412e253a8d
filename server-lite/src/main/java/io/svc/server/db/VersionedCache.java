package io.svc.server.db;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A cache of records until a transaction {@link Tx#outdate outdates} them. Changes by a command
 * that runs next to the server are visible after {@link #LONGEST}. On a store that several servers
 * share, nothing is cached, since another server's changes must take effect immediately. Safe for
 * many threads.
 */
public final class VersionedCache<K, V> {
  /** The time after which an entry expires even without a known change. */
  public static final Duration LONGEST = Duration.ofSeconds(1);

  private final ChangeCounters epochs;
  private final Clock clock;
  private final List<Class<?>> kinds;
  private final Optional<Cache<K, Entry<V>>> entries;

  private record Entry<V>(V value, long epoch, Instant readAt) {}

  VersionedCache(
      Vendor vendor, ChangeCounters epochs, Clock clock, int limit, List<Class<?>> kinds) {
    this.epochs = epochs;
    this.clock = clock;
    this.kinds = List.copyOf(kinds);
    this.entries =
        vendor == Vendor.SQLITE
            ? Optional.of(Caffeine.newBuilder().maximumSize(limit).build())
            : Optional.empty();
  }

  /**
   * Returns the value of a key; a missing value is not cached.
   *
   * @param read reads the value in a transaction of its own
   */
  public Optional<V> get(K key, Supplier<Optional<V>> read) {
    if (entries.isEmpty()) {
      return read.get();
    }
    // Read before the store, so that a concurrent change makes this entry outdated.
    long epoch = epochs.of(kinds);
    Instant now = clock.instant();
    Entry<V> cached = entries.get().getIfPresent(key);
    if (cached != null
        && cached.epoch() == epoch
        && !now.isAfter(cached.readAt().plus(LONGEST))
        && !now.isBefore(cached.readAt())) {
      return Optional.of(cached.value());
    }
    Optional<V> value = read.get();
    value.ifPresentOrElse(
        loaded -> entries.get().put(key, new Entry<>(loaded, epoch, now)),
        () -> entries.get().invalidate(key));
    return value;
  }
}
