package io.svc.server.rollout;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.tenants.Tenant;
import io.svc.server.tenants.TenantSettings;
import io.svc.server.tenants.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Removes replays after the tenant's retention of events and the validity of evidence. Replays that
 * a policy or a transition refers to are retained permanently, like the transitions, and so is the
 * latest completed replay of each policy.
 */
final class ReplayRetention {
  private static final int REPLAYS_AT_ONCE = 100;
  private static final int VERDICTS_AT_ONCE = 5_000;

  private final Database database;
  private final Tenants tenants;

  ReplayRetention(Database database, Tenants tenants) {
    this.database = database;
    this.tenants = tenants;
  }

  /**
   * Removes expired replays.
   *
   * @return the number of removed replays
   */
  int prune(Instant now) {
    int removed = 0;
    for (Tenant tenant : database.read(tenants::all)) {
      OrgId org = tenant.id();
      Instant before = now.minus(period(tenant.settings()));
      List<String> old;
      do {
        old = database.read(tx -> tx.on(ReplayStore.class).unneeded(org, before, REPLAYS_AT_ONCE));
        for (String job : old) {
          removed += remove(org, job, before);
        }
      } while (old.size() == REPLAYS_AT_ONCE);
    }
    return removed;
  }

  private static Duration period(TenantSettings settings) {
    Duration events = Duration.ofDays(settings.retentionDays().events());
    Duration evidence = Duration.ofHours(settings.evidenceMaxAgeHours());
    return events.compareTo(evidence) > 0 ? events : evidence;
  }

  private int remove(OrgId org, String job, Instant before) {
    boolean isMore;
    do {
      isMore = database.write(tx -> removeVerdicts(tx, org, job, before));
    } while (isMore);
    return database.write(tx -> isUnneeded(tx, org, job, before) ? removeJob(tx, org, job) : 0);
  }

  /**
   * Removes some verdicts; returns false when the remaining ones can be removed with the replay.
   */
  private static boolean removeVerdicts(Tx tx, OrgId org, String job, Instant before) {
    if (!isUnneeded(tx, org, job, before)) {
      return false;
    }
    ReplayStore store = tx.on(ReplayStore.class);
    Optional<String> next = store.sessionBehind(org, job, VERDICTS_AT_ONCE);
    next.ifPresent(session -> store.removeVerdictsBefore(org, job, session));
    return next.isPresent();
  }

  private static int removeJob(Tx tx, OrgId org, String job) {
    ReplayStore store = tx.on(ReplayStore.class);
    store.removeVerdicts(org, job);
    return store.remove(org, job);
  }

  /** Checks again between two steps, because it may have become evidence in the meantime. */
  private static boolean isUnneeded(Tx tx, OrgId org, String job, Instant before) {
    return tx.on(ReplayStore.class).isUnneeded(org, job, before);
  }
}
