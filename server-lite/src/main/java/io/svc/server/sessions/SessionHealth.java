package io.svc.server.sessions;

import io.svc.server.agents.AgentExtras;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

/**
 * Finds degraded agents: in their sessions that began within a day, at least half of the requests
 * were denied, or at least half of the ended sessions failed. A minimum number is required.
 */
public final class SessionHealth implements AgentExtras {
  private static final Duration WINDOW = Duration.ofDays(1);
  private static final int MIN_DECISIONS = 20;
  private static final int MIN_SESSIONS = 5;

  private final CachedCounts<DailySummary> days = new CachedCounts<>(DailySummary::sessions);

  /**
   * The last day of a tenant's agents.
   *
   * @param sessions the number of sessions that began
   * @param degraded the degraded agents
   */
  public record DailySummary(long sessions, Set<String> degraded) {
    public DailySummary {
      degraded = Set.copyOf(degraded);
    }
  }

  /** Exact for a single agent; for several, like {@link #day}. */
  @Override
  public Set<String> degraded(Tx tx, OrgId org, List<String> agentIds) {
    if (agentIds.isEmpty()) {
      return Set.of();
    }
    if (agentIds.size() > 1) {
      Set<String> bad = new HashSet<>(agentIds);
      bad.retainAll(day(tx, org).degraded());
      return bad;
    }
    String first = Identifiers.earliest("ses_", since(tx));
    return failingAgents(tx.on(HealthStore.class).fares(org, agentIds, first));
  }

  /** Returns the last day; with more than 2,000 sessions, it may be minutes old. */
  public DailySummary day(Tx tx, OrgId org) {
    return days.get(
        tx,
        org,
        () -> {
          List<HealthStore.SessionResults> healthRates =
              tx.on(HealthStore.class).allFares(org, since(tx));
          return new DailySummary(
              healthRates.stream().mapToLong(HealthStore.SessionResults::sessions).sum(),
              failingAgents(healthRates));
        });
  }

  private static Set<String> failingAgents(List<HealthStore.SessionResults> healthRates) {
    return healthRates.stream()
        .filter(SessionHealth::isFailing)
        .map(HealthStore.SessionResults::agentId)
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * The rates of an agent's sessions in a time range. A rate of too few items is empty.
   *
   * @param denied share of denied requests, from 0 to 1
   * @param failed share of failed sessions among the ended sessions
   */
  public record FailureRates(Optional<Double> denied, Optional<Double> failed) {}

  /** Returns the rates of agents that had a session in a time range. */
  public Map<String, FailureRates> rates(Tx tx, OrgId org, List<String> agentIds, Duration within) {
    if (agentIds.isEmpty()) {
      return Map.of();
    }
    String first = Identifiers.earliest("ses_", tx.now().minus(within));
    return tx.on(HealthStore.class).fares(org, agentIds, first).stream()
        .collect(
            Collectors.toMap(
                HealthStore.SessionResults::agentId,
                sessionRate ->
                    new FailureRates(
                        share(sessionRate.denied(), sessionRate.decisions(), MIN_DECISIONS),
                        share(sessionRate.failed(), sessionRate.ended(), MIN_SESSIONS))));
  }

  private static Optional<Double> share(long part, long total, int least) {
    return total < least ? Optional.empty() : Optional.of((double) part / total);
  }

  private static Instant since(Tx tx) {
    return tx.now().minus(WINDOW);
  }

  private static boolean isFailing(HealthStore.SessionResults sessionRate) {
    return (sessionRate.decisions() >= MIN_DECISIONS
            && 2 * sessionRate.denied() >= sessionRate.decisions())
        || (sessionRate.ended() >= MIN_SESSIONS && 2 * sessionRate.failed() >= sessionRate.ended());
  }

  /** SQL statements for the health of agents. */
  interface HealthStore {
    /**
     * The results of an agent's recent sessions.
     *
     * @param ended sessions that were reported as ended
     */
    record SessionResults(
        String agentId, long sessions, long decisions, long denied, long ended, long failed) {}

    @SqlQuery(
        """
        SELECT agent_id, count(*) AS sessions, CAST(sum(decisions) AS BIGINT) AS decisions,
          CAST(sum(denied) AS BIGINT) AS denied, count(*) FILTER (WHERE outcome <> '') AS ended,
          count(*) FILTER (WHERE outcome = 'failed') AS failed
        FROM agent_session
        WHERE org_id = :org AND agent_id IN (<agentIds>) AND session_id >= :first
        GROUP BY agent_id
        """)
    List<SessionResults> fares(
        OrgId org, @BindList("agentIds") List<String> agentIds, String first);

    @SqlQuery(
        """
        SELECT agent_id, count(*) AS sessions, CAST(sum(decisions) AS BIGINT) AS decisions,
          CAST(sum(denied) AS BIGINT) AS denied, count(*) FILTER (WHERE outcome <> '') AS ended,
          count(*) FILTER (WHERE outcome = 'failed') AS failed
        FROM agent_session
        WHERE org_id = :org AND started_at >= :since
        GROUP BY agent_id
        """)
    List<SessionResults> allFares(OrgId org, Instant since);
  }
}
