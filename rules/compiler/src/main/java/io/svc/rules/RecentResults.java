package io.svc.rules;

import org.jspecify.annotations.Nullable;

/**
 * A bounded cache for the results of a function without side effects. The files of a directory
 * contain the same names, packages and values many times. A new key replaces the one in its slot.
 * Long texts, which rarely occur twice, are not stored. Thread-safe.
 */
public final class RecentResults<K, V> {
  private static final int LONGEST_TEXT = 1_000;

  private record Entry<K, V>(K key, V value) {}

  /**
   * Not atomic: an entry never changes, so a thread that sees an old one only computes a result
   * again. Atomic arrays delay a cold start.
   */
  private final @Nullable Entry<K, V>[] entries;

  /**
   * Creates an empty cache.
   *
   * @param size number of slots, a power of two
   */
  @SuppressWarnings("unchecked") // A generic array cannot be made otherwise.
  public RecentResults(int size) {
    entries = (Entry<K, V>[]) new Entry<?, ?>[size];
  }

  /** Returns the result for a key; null if it is not in the cache. */
  public @Nullable V get(K key) {
    Entry<K, V> entry = entries[slotOf(key)];
    return entry != null && entry.key.equals(key) ? entry.value : null;
  }

  /** Stores the result for a key, unless it is a long text. */
  public void put(K key, V value) {
    if (!(key instanceof String text) || text.length() <= LONGEST_TEXT) {
      entries[slotOf(key)] = new Entry<>(key, value);
    }
  }

  private int slotOf(K key) {
    int hash = key.hashCode();
    return (hash ^ (hash >>> 16)) & (entries.length - 1);
  }
}
