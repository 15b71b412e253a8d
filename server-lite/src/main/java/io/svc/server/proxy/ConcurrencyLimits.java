package io.svc.server.proxy;

import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Limits the number of concurrent calls. Each call occupies a thread until the other server
 * responds, so there are limits for an agent with a key, for a tenant, and in total. Thread-safe.
 */
final class ConcurrencyLimits {
  static final int PER_AGENT = 50;
  private static final int PER_TENANT = 100;
  private static final int IN_ALL = 192;

  private final Map<String, Integer> permitsInUse = new HashMap<>();
  private int all;

  /** A permit; closing returns it. */
  interface Permit extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Acquires a permit.
   *
   * @throws ApiException if a limit is reached
   */
  Permit acquire(String tenant, String agent) {
    List<String> keys = List.of("t" + tenant, "a" + agent);
    synchronized (permitsInUse) {
      boolean isFull =
          all >= IN_ALL
              || permitsInUse.getOrDefault(keys.get(0), 0) >= PER_TENANT
              || permitsInUse.getOrDefault(keys.get(1), 0) >= PER_AGENT;
      if (isFull) {
        throw ApiException.retryAfter(
            ErrorCode.RATE_LIMITED,
            "More than " + PER_AGENT + " calls of this agent, or too many others, are in progress.",
            1);
      }
      all++;
      keys.forEach(key -> permitsInUse.merge(key, 1, Integer::sum));
    }
    return () -> {
      synchronized (permitsInUse) {
        all--;
        keys.forEach(key -> permitsInUse.computeIfPresent(key, (k, n) -> n == 1 ? null : n - 1));
      }
    };
  }
}
