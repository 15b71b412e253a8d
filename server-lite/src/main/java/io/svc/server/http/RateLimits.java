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
 * Token buckets in memory. What one server counts, another does not: with several servers, a client
 * gets as many times the limit.
 */
public final class RateLimits {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration FORGET_AFTER = Duration.ofMinutes(15);
  private static final int MOST_BUCKETS = 100_000;

  /** In all, whoever asks: what keeps one server from drowning. */
  private static final int PER_SECOND_IN_ALL = 2_000;

  private final RateLimitProfile profile;
  private final Bucket everything;
  private final Cache<String, Bucket> buckets =
      Caffeine.newBuilder().maximumSize(MOST_BUCKETS).expireAfterAccess(FORGET_AFTER).build();

  /**
   * What became of a call.
   *
   * @param allowed whether it may go on
   * @param quota calls a minute
   * @param remaining calls that are left now
   * @param seconds until the bucket is full again; for a refused call, until the next is allowed
   */
  record Outcome(boolean allowed, long quota, long remaining, long seconds) {}

  public RateLimits(RateLimitProfile profile) {
    this.profile = profile;
    this.everything = bucket(scaled(PER_SECOND_IN_ALL), scaled(PER_SECOND_IN_ALL * 60));
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

  /** Whether the server as a whole has room for one call more. */
  boolean takeAny() {
    return profile == RateLimitProfile.OFF || everything.tryConsume(1);
  }

  /** Counts a call; empty when it is not limited. */
  Optional<Outcome> take(Limit limit, String key) {
    return take(limit, key, 1);
  }

  /** Counts something that weighs as much as so many calls; no more than the bucket holds. */
  Optional<Outcome> take(Limit limit, String key, long weight) {
    if (profile == RateLimitProfile.OFF || limit == Limit.NONE) {
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
