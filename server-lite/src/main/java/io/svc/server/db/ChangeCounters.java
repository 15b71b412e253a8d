package io.svc.server.db;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the changes of this process to each kind of record. Safe for many threads. */
final class ChangeCounters {
  private final Map<Class<?>, AtomicLong> epochs = new ConcurrentHashMap<>();

  void begin(Class<?> kind) {
    epochs.computeIfAbsent(kind, any -> new AtomicLong()).incrementAndGet();
  }

  /** Returns a number that grows with every change of one of the kinds. */
  long of(List<Class<?>> kinds) {
    long sum = 0;
    for (Class<?> kind : kinds) {
      AtomicLong epoch = epochs.get(kind);
      sum += epoch == null ? 0 : epoch.get();
    }
    return sum;
  }
}
