package io.svc.cli.upload;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The limits of retries.
 *
 * @param tries the maximum number of requests, at least 1
 * @param timeout the timeout of one request
 * @param firstPause the pause before the second request; it doubles with each attempt
 */
public record RetryPolicy(int tries, Duration timeout, Duration firstPause) {
  /** The longest pause, even if the service requests a longer one. */
  public static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

  private static final double JITTER = 0.2;

  public RetryPolicy {
    if (tries < 1) {
      throw new IllegalArgumentException("tries is " + tries + "; expected at least 1");
    }
  }

  /**
   * Returns the pause before the next attempt.
   *
   * @param failures the number of failed attempts, at least 1
   * @param retryAfter the Retry-After header: seconds, or an HTTP date (RFC 9110, 10.2.3)
   */
  Duration pause(int failures, Optional<String> retryAfter, Instant now, RandomGenerator random) {
    Optional<Duration> requestedDelay = retryAfter.flatMap(text -> parseRetryAfter(text, now));
    if (requestedDelay.isPresent()) {
      return shortened(requestedDelay.get());
    }
    // Without jitter, all clients would retry at the same time after an outage.
    double factor = 1 + JITTER * (2 * random.nextDouble() - 1);
    long millis = firstPause.toMillis() << Math.min(failures - 1, 20);
    return shortened(Duration.ofMillis(Math.round(millis * factor)));
  }

  private static Optional<Duration> parseRetryAfter(String text, Instant now) {
    try {
      return Optional.of(Duration.ofSeconds(Math.max(0, Long.parseLong(text.strip()))));
    } catch (NumberFormatException notSeconds) {
      try {
        Instant date =
            ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
        Duration wait = Duration.between(now, date);
        return Optional.of(wait.isNegative() ? Duration.ZERO : wait);
      } catch (DateTimeParseException notDate) {
        return Optional.empty();
      }
    }
  }

  private static Duration shortened(Duration pause) {
    return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
  }
}
