package io.svc.server.sessions;

import io.svc.server.agents.AgentExtras;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which agents do badly: in the sessions that began within a day, half or more of what they asked
 * for was denied, or half or more of those that ended failed. A few say nothing.
 */
public final class SessionHealth implements AgentExtras {
  private static final Duration LOOKED_AT = Duration.ofDays(1);
  private static final int LEAST_DECISIONS = 20;
  private static final int LEAST_SESSIONS = 5;

  @Override
  public Set<String> degraded(Tx tx, OrgId org, List<String> agentIds) {
    if (agentIds.isEmpty()) {
      return Set.of();
    }
    String first = Identifiers.earliest("ses_", since(tx));
    return tx.on(HealthStore.class).fares(org, agentIds, first).stream()
        .filter(SessionHealth::isBad)
        .map(HealthStore.Fare::agentId)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** How many agents do badly. */
  public long countDegraded(Tx tx, OrgId org) {
    return tx.on(HealthStore.class).allFares(org, since(tx)).stream()
        .filter(SessionHealth::isBad)
        .count();
  }

  private static Instant since(Tx tx) {
    return tx.now().minus(LOOKED_AT);
  }

  private static boolean isBad(HealthStore.Fare fare) {
    return (fare.decisions() >= LEAST_DECISIONS && 2 * fare.denied() >= fare.decisions())
        || (fare.ended() >= LEAST_SESSIONS && 2 * fare.failed() >= fare.ended());
  }
}
