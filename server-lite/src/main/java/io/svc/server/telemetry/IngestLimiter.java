package io.svc.server.telemetry;

import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.RateLimitBucket;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Limits the total size of concurrent uploads, because a compressed body can be large in memory.
 * Uploads above the limit are rejected with a retry delay.
 */
final class IngestLimiter {
  private static final int KIB = 1_024;
  private static final int MEMORY_KIB = 24 * KIB;
  private static final int TIMEOUT_SECONDS = 5;

  private final Semaphore permits = new Semaphore(MEMORY_KIB, true);

  /** Reads the body of a call, counts it, and processes it. */
  <T> T with(Call call, boolean isCounted, Function<byte[], T> work) {
    byte[] body = call.bytes();
    int weight = Math.max(1, (body.length + KIB - 1) / KIB);
    if (isCounted) {
      call.countSize(RateLimitBucket.TELEMETRY_VOLUME, weight, "KiB");
    }
    try {
      if (!permits.tryAcquire(weight, TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        throw busy();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw busy();
    }
    try {
      return work.apply(body);
    } finally {
      permits.release(weight);
    }
  }

  private static ApiException busy() {
    return ApiException.retryAfter(
        ErrorCode.STORE_UNAVAILABLE, "Too much telemetry is being processed. Try again.", 5);
  }
}
