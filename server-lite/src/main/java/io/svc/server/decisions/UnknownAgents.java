package io.svc.server.decisions;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.svc.server.db.OrgId;
import java.time.Duration;
import java.time.Instant;

/**
 * Limits records of denied unknown agents to one per agent and hour, so that denied calls do not
 * fill the store. Each server has its own state.
 */
final class UnknownAgents {
  private static final Duration NOTED_EVERY = Duration.ofHours(1);
  private static final int MAX = 10_000;

  private record AgentKey(OrgId org, String name) {}

  private final Cache<AgentKey, Instant> noted = Caffeine.newBuilder().maximumSize(MAX).build();

  /**
   * Runs the recording step unless it succeeded recently; a failed step is repeated with the next
   * call.
   */
  void note(OrgId org, String name, Instant now, Runnable noting) {
    noted
        .asMap()
        .compute(
            new AgentKey(org, name),
            (key, last) -> {
              if (last != null && now.isBefore(last.plus(NOTED_EVERY))) {
                return last;
              }
              noting.run();
              return now;
            });
  }
}
