package io.svc.server.decisions;

import io.svc.server.db.Batch;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.policies.dsl.Effect;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** The number of decisions of each effect by hour, counted when they are recorded. */
public final class DecisionHours {
  private static final int HOURS_OF_DAY = 24;

  private final Tx tx;
  private final OrgId org;

  /** SQL statements for the hourly counts. */
  interface HourStore {
    /** The number of decisions of an effect in an hour. */
    record Hour(long hour, String effect, long decisions) {}

    String ADD =
        """
        INSERT INTO decision_hour (org_id, hour, effect, decisions) VALUES (?, ?, ?, ?)
        ON CONFLICT (org_id, hour, effect)
        DO UPDATE SET decisions = decision_hour.decisions + excluded.decisions
        """;

    @SqlQuery(
        "SELECT hour, effect, decisions FROM decision_hour WHERE org_id = :org AND hour >= :from")
    List<Hour> since(OrgId org, long from);

    @SqlUpdate("DELETE FROM decision_hour WHERE org_id = :org AND hour < :before")
    int prune(OrgId org, long before);

    @SqlUpdate("DELETE FROM decision_hour WHERE org_id = :org")
    int deleteAll(OrgId org);
  }

  public DecisionHours(Tx tx, OrgId org) {
    this.tx = tx;
    this.org = org;
  }

  /** Returns the number of decisions in the last 24 hours for every effect. */
  public Map<String, Long> lastDay() {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Effect effect : Effect.values()) {
      counts.put(effect.label(), 0L);
    }
    long now = hour(tx.now());
    for (HourStore.Hour hour : tx.on(HourStore.class).since(org, now - HOURS_OF_DAY + 1)) {
      counts.merge(hour.effect(), hour.decisions(), Long::sum);
    }
    return counts;
  }

  /** Returns the number of decisions since the start of an hour. */
  public long since(Instant from) {
    return tx.on(HourStore.class).since(org, hour(from)).stream()
        .mapToLong(HourStore.Hour::decisions)
        .sum();
  }

  /** Returns the number of denials per day in a time zone, for the latest days that have any. */
  public Map<LocalDate, Long> deniedByDay(ZoneId zone, int days) {
    Map<LocalDate, Long> counts = new HashMap<>();
    Instant first =
        LocalDate.ofInstant(tx.now(), zone).minusDays(days - 1L).atStartOfDay(zone).toInstant();
    for (HourStore.Hour hour : tx.on(HourStore.class).since(org, hour(first))) {
      if (hour.effect().equals(Effect.DENY.label())) {
        Instant at = Instant.ofEpochMilli(hour.hour() * DecisionStats.HOUR_MILLIS);
        counts.merge(LocalDate.ofInstant(at, zone), hour.decisions(), Long::sum);
      }
    }
    return counts;
  }

  /** Counts decisions in the transaction that records them. */
  static void count(Tx tx, OrgId org, List<PendingDecision> all) {
    Map<String, Long> effects = new TreeMap<>();
    all.forEach(decision -> effects.merge(decision.verdict().effect().label(), 1L, Long::sum));
    try (Batch batch = tx.batch(HourStore.ADD)) {
      effects.forEach((effect, count) -> batch.row(org.value(), hour(tx.now()), effect, count));
      batch.run();
    }
  }

  private static long hour(Instant at) {
    return Math.floorDiv(at.toEpochMilli(), DecisionStats.HOUR_MILLIS);
  }
}
