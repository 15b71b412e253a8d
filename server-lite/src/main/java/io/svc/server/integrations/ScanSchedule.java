package io.svc.server.integrations;

import static java.util.Objects.requireNonNull;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Duration;
import java.util.List;

/**
 * The schedule of automatic scans of tenants' platforms. Draft and disabled integrations, and those
 * with exports only, are not scanned.
 */
public final class ScanSchedule {
  /** The minimum time between a scan and a further scan after a change. */
  private static final Duration MIN_SCAN_INTERVAL = Duration.ofSeconds(30);

  /** An integration that is due for a scan. */
  public record DueIntegration(OrgId org, String id) {
    public DueIntegration {
      requireNonNull(org, "org is null");
      requireNonNull(id, "id is null");
    }
  }

  /** Returns the integrations of all tenants that are due, the longest overdue first. */
  public List<DueIntegration> due(Tx tx, int limit) {
    return tx.on(IntegrationStore.class).due(tx.now(), limit);
  }

  /**
   * Leases a due integration. Returns false when another server leased it, or it is no longer due.
   */
  public boolean lease(Tx tx, DueIntegration due, Duration lease) {
    return tx.on(IntegrationStore.class).take(due.org(), due.id(), tx.now(), tx.now().plus(lease))
        > 0;
  }

  /**
   * Records a completed scan.
   *
   * @param result JSON of the result
   */
  public void scanned(Tx tx, OrgId org, String id, String result) {
    tx.on(IntegrationStore.class).scanned(org, id, tx.now(), result);
  }

  /**
   * Plans the next scan: after the interval, and later after repeated failures.
   *
   * @param atLeast the minimum wait that the platform requests
   */
  public void plan(Tx tx, OrgId org, String id, Duration atLeast) {
    tx.on(IntegrationStore.class)
        .find(org, id)
        .ifPresent(
            integration -> {
              Duration wait = DiscoveryScanPlan.wait(integration);
              Duration longer = wait.compareTo(atLeast) < 0 ? atLeast : wait;
              tx.on(IntegrationStore.class).scanNext(org, id, tx.now().plus(longer));
            });
  }

  /**
   * Schedules a scan because the platform reported a change: now, or a minimum time after the last
   * scan, so that many changes cause few scans. Returns whether that moves the next scan forward.
   */
  public boolean scheduleSoon(Tx tx, OrgId org, String id) {
    return tx.on(IntegrationStore.class)
            .scanSoon(
                org, id, tx.now(), tx.now().minus(MIN_SCAN_INTERVAL), MIN_SCAN_INTERVAL.toMillis())
        > 0;
  }

  /** Schedules a scan for now, because the last one was not completed. */
  public void rescheduleNow(Tx tx, OrgId org, String id) {
    tx.on(IntegrationStore.class).scanNext(org, id, tx.now());
  }
}
