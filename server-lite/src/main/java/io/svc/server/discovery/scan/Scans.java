package io.svc.server.discovery.scan;

import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.integrations.Integrations;
import io.svc.server.integrations.ScanSchedule;
import io.svc.server.json.Json;
import java.time.Duration;
import java.util.Optional;

/**
 * The records of scans. A running scan is leased to its server. When that server stops, the lease
 * expires, and the next scan covers the missing items.
 */
final class Scans {
  /** Longer than any step between two renewals. */
  static final Duration LEASE = Duration.ofMinutes(6);

  private static final Duration RETENTION = Duration.ofDays(30);
  private static final int DELETED_AT_ONCE = 1_000;
  private static final int LONGEST_ERROR = 500;
  private static final String CUT_OFF = "The scan was interrupted, because its server stopped.";

  private final Database database;
  private final Identifiers identifiers;
  private final Integrations integrations;
  private final ScanSchedule schedule = new ScanSchedule();

  Scans(Database database, Identifiers identifiers, Integrations integrations) {
    this.database = database;
    this.identifiers = identifiers;
    this.integrations = integrations;
  }

  ScanSchedule schedule() {
    return schedule;
  }

  /** A scan, and whether it is new. */
  record StartedScan(Scan scan, boolean isNew) {}

  String newId() {
    return identifiers.next("scn_");
  }

  /** Starts a scan or returns the running one. */
  StartedScan begin(Tx tx, OrgId org, String id, String integrationId, Scan.Cause cause) {
    ScanStore store = tx.on(ScanStore.class);
    store.expire(org, integrationId, tx.now(), CUT_OFF);
    int begun = store.begin(org, id, integrationId, cause, tx.now(), tx.now().plus(LEASE));
    Scan scan = (begun > 0 ? store.find(org, id) : store.running(org, integrationId)).orElseThrow();
    return new StartedScan(scan, begun > 0);
  }

  Optional<Scan> find(OrgId org, String id) {
    return database.read(tx -> tx.on(ScanStore.class).find(org, id));
  }

  /** Stores the progress of a scan; returns false when its lease was lost. */
  boolean progress(Tx tx, OrgId org, String id, Scan.Counts counts) {
    int noted = tx.on(ScanStore.class).progress(org, id, tx.now().plus(LEASE), counts);
    return noted > 0;
  }

  /**
   * The end of a scan.
   *
   * @param error the error message; empty for none
   * @param blame whether the result affects the status of the integration
   * @param isRefusal whether its credentials were rejected
   * @param pause the delay that the platform requested
   * @param isAgain whether to repeat the scan immediately
   */
  record ScanResult(
      Scan.Status status,
      String error,
      boolean blame,
      boolean isRefusal,
      Duration pause,
      boolean isAgain) {}

  /**
   * Ends a scan.
   *
   * @param version version of the integration at the start; a changed integration is not affected
   *     by the result
   */
  void end(OrgId org, Scan scan, long version, ScanResult end) {
    String error =
        end.error().length() <= LONGEST_ERROR
            ? end.error()
            : end.error().substring(0, LONGEST_ERROR);
    database.change(
        tx -> {
          ScanStore store = tx.on(ScanStore.class);
          if (store.end(org, scan.id(), end.status(), tx.now(), error) == 0) {
            return;
          }
          String integrationId = scan.integrationId();
          schedule.scanned(
              tx,
              org,
              integrationId,
              Json.text(LastScan.of(store.find(org, scan.id()).orElseThrow())));
          if (integrations
              .find(tx, org, integrationId)
              .filter(now -> now.version() == version)
              .isEmpty()) {
            return;
          }
          judge(tx, org, integrationId, end, error);
        });
  }

  private void judge(Tx tx, OrgId org, String integrationId, ScanResult end, String error) {
    if (end.blame() && end.status() == Scan.Status.COMPLETED) {
      integrations.succeeded(tx, org, integrationId);
    } else if (end.blame()) {
      integrations.failed(tx, org, integrationId, error, end.isRefusal());
    }
    if (end.isAgain()) {
      schedule.rescheduleNow(tx, org, integrationId);
    } else {
      schedule.plan(tx, org, integrationId, end.pause());
    }
  }

  /** The last scan as shown with an integration. */
  record LastScan(
      String id,
      Scan.Status status,
      long assetsFound,
      long newAssets,
      long driftFound,
      long durationMs,
      Optional<String> error) {
    static LastScan of(Scan scan) {
      return new LastScan(
          scan.id(),
          scan.status(),
          scan.assetsFound(),
          scan.newAssets(),
          scan.driftFindings(),
          Duration.between(scan.startedAt(), scan.completedAt().orElseThrow()).toMillis(),
          scan.error());
    }
  }

  /** Removes scans that ended long ago. */
  void prune() {
    int removed;
    do {
      removed =
          database.write(
              tx -> tx.on(ScanStore.class).deleteOld(tx.now().minus(RETENTION), DELETED_AT_ONCE));
    } while (removed == DELETED_AT_ONCE);
  }
}
