package io.svc.server.decisions;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.tenants.Tenant;
import io.svc.server.tenants.TenantSettings;
import io.svc.server.tenants.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Removes sessions, decisions and hourly counts after the retention of their tenant. Events of
 * decisions have the retention of events. Each step is limited to a few thousand rows, so that it
 * does not block other work for long.
 */
public final class DecisionRetention {
  private static final int SESSIONS_AT_ONCE = 200;
  private static final int ROWS_AT_ONCE = 5_000;

  private final Database database;
  private final Tenants tenants;
  private final AgentSessions sessions;

  public DecisionRetention(Database database, Tenants tenants, AgentSessions sessions) {
    this.database = database;
    this.tenants = tenants;
    this.sessions = sessions;
  }

  /**
   * Removes expired data.
   *
   * @return the number of removed sessions
   */
  public int prune(Instant now) {
    int removed = 0;
    for (Tenant tenant : database.read(tenants::all)) {
      TenantSettings.RetentionDays retentionDays = tenant.settings().retentionDays();
      Instant before = now.minus(Duration.ofDays(retentionDays.sessions()));
      List<String> resting;
      do {
        resting =
            database.read(tx -> sessions.inactiveSince(tx, tenant.id(), before, SESSIONS_AT_ONCE));
        remove(tenant.id(), resting, before);
        removed += resting.size();
      } while (resting.size() == SESSIONS_AT_ONCE);
      database.change(
          tx -> pruneHours(tx, tenant.id(), now.minus(Duration.ofDays(retentionDays.events()))));
    }
    return removed;
  }

  private void remove(OrgId org, List<String> ids, Instant before) {
    if (ids.isEmpty()) {
      return;
    }
    int step;
    do {
      step = database.write(tx -> removeSome(tx, org, still(tx, org, ids, before)));
    } while (step == ROWS_AT_ONCE);
  }

  /** Returns the sessions that were not continued since the previous step. */
  private List<String> still(Tx tx, OrgId org, List<String> ids, Instant before) {
    return sessions.inactiveSince(tx, org, ids, before);
  }

  /** Removes entries of timelines with their decisions, which are found by the entries. */
  private int removeSome(Tx tx, OrgId org, List<String> ids) {
    if (ids.isEmpty()) {
      return 0;
    }
    tx.on(DecisionStore.class).removeOf(org, ids, ROWS_AT_ONCE);
    return sessions.remove(tx, org, ids, ROWS_AT_ONCE);
  }

  private static void pruneHours(Tx tx, OrgId org, Instant before) {
    long hour = Math.floorDiv(before.toEpochMilli(), DecisionStats.HOUR_MILLIS);
    tx.on(PolicyHourStore.class).prune(org, hour);
    tx.on(PolicyHourStore.class).pruneSets(org, hour);
    tx.on(DecisionHours.HourStore.class).prune(org, hour);
  }
}
