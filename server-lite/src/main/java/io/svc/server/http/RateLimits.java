package io.svc.server.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.svc.server.config.RateLimitProfile;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Token buckets in memory. Servers do not share them: with several servers, the limit of a client
 * multiplies.
 */
public final class RateLimits {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration FORGET_AFTER = Duration.ofMinutes(15);
  private static final int MAX_BUCKETS = 100_000;

  /** The limit for all callers together, which protects the server from overload. */
  private static final int PER_SECOND_IN_ALL = 2_000;

  private final RateLimitProfile profile;
  private final Bucket globalBucket;
  private final Cache<String, Bucket> buckets =
      Caffeine.newBuilder().maximumSize(MAX_BUCKETS).expireAfterAccess(FORGET_AFTER).build();

  /**
   * The result of counting a call.
   *
   * @param allowed whether the call may continue
   * @param quota the number of calls per minute
   * @param remaining the number of calls left now
   * @param seconds until the bucket is full again; for a rejected call, until the next one is
   *     allowed
   */
  record Outcome(boolean allowed, long quota, long remaining, long seconds) {}

  public RateLimits(RateLimitProfile profile) {
    this.profile = profile;
    this.globalBucket = bucket(scaled(PER_SECOND_IN_ALL), scaled(PER_SECOND_IN_ALL * 60));
  }

  private long scaled(int amount) {
    double factor =
        switch (profile) {
          case OFF, DEFAULT -> 1;
          case LOOSE -> 10;
          case STRICT -> 0.5;
        };
    return Math.max(1, Math.round(amount * factor));
  }

  private static Bucket bucket(long burst, long perMinute) {
    return Bucket.builder()
        .addLimit(limit -> limit.capacity(burst).refillGreedy(perMinute, MINUTE))
        .build();
  }

  /** Returns whether the server as a whole can accept another call. */
  boolean tryConsumeGlobal() {
    return profile == RateLimitProfile.OFF || globalBucket.tryConsume(1);
  }

  /** Counts a call; empty when it is not limited. */
  Optional<Outcome> tryConsume(RateLimitBucket limit, String key) {
    return tryConsume(limit, key, 1);
  }

  /** Counts a weight, up to the capacity of the bucket. */
  Optional<Outcome> tryConsume(RateLimitBucket limit, String key, long weight) {
    if (profile == RateLimitProfile.OFF || limit == RateLimitBucket.NONE) {
      return Optional.empty();
    }
    long quota = scaled(limit.perMinute());
    Bucket bucket = buckets.get(limit + " " + key, any -> bucket(scaled(limit.burst()), quota));
    ConsumptionProbe probe =
        bucket.tryConsumeAndReturnRemaining(Math.min(weight, scaled(limit.burst())));
    long nanos =
        probe.isConsumed() ? probe.getNanosToWaitForReset() : probe.getNanosToWaitForRefill();
    long seconds = Math.max(1, TimeUnit.NANOSECONDS.toSeconds(nanos + 999_999_999L));
    return Optional.of(new Outcome(probe.isConsumed(), quota, probe.getRemainingTokens(), seconds));
  }
}
