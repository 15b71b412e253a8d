package io.svc.server.decisions;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.svc.server.db.OrgId;
import java.time.Duration;
import java.time.Instant;

/**
 * Which agents were refused because nobody knows them, so that each is noted once an hour and not
 * at every call: what is refused must not fill the store. Each server remembers for itself.
 */
final class UnknownAgents {
  private static final Duration NOTED_EVERY = Duration.ofHours(1);
  private static final int MOST = 10_000;

  private record Name(OrgId org, String name) {}

  private final Cache<Name, Instant> noted = Caffeine.newBuilder().maximumSize(MOST).build();

  /** Does what notes a refusal, unless that was done lately; what fails is done the next time. */
  void note(OrgId org, String name, Instant now, Runnable noting) {
    noted
        .asMap()
        .compute(
            new Name(org, name),
            (key, last) -> {
              if (last != null && now.isBefore(last.plus(NOTED_EVERY))) {
                return last;
              }
              noting.run();
              return now;
            });
  }
}
