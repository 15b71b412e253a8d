package io.svc.server.proxy;

import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many calls are under way at once. Each holds a thread for as long as another server takes, so
 * that there are bounds: for an agent with a key, for a tenant, and for all, so that neither one
 * agent, nor one tenant, nor all of them keep others from being answered. Safe for many threads.
 */
final class ConcurrencyLimits {
  static final int PER_AGENT = 50;
  private static final int PER_TENANT = 100;
  private static final int IN_ALL = 192;

  private final Map<String, Integer> taken = new HashMap<>();
  private int all;

  /** A place that was taken; closing gives it back. */
  interface Place extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Takes a place.
   *
   * @throws ApiException when there is none
   */
  Place take(String tenant, String agent) {
    List<String> keys = List.of("t" + tenant, "a" + agent);
    synchronized (taken) {
      boolean isFull =
          all >= IN_ALL
              || taken.getOrDefault(keys.get(0), 0) >= PER_TENANT
              || taken.getOrDefault(keys.get(1), 0) >= PER_AGENT;
      if (isFull) {
        throw ApiException.retryAfter(
            ErrorCode.RATE_LIMITED,
            "More than " + PER_AGENT + " calls of this agent, or too many others, are under way.",
            1);
      }
      all++;
      keys.forEach(key -> taken.merge(key, 1, Integer::sum));
    }
    return () -> {
      synchronized (taken) {
        all--;
        keys.forEach(key -> taken.computeIfPresent(key, (k, n) -> n == 1 ? null : n - 1));
      }
    };
  }
}
