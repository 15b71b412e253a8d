package io.svc.server.integrations;

import static java.util.Objects.requireNonNull;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Duration;
import java.util.List;

/**
 * When the platforms of tenants are looked through by themselves. An integration that nobody has
 * tried is left alone, as is one that is switched off or has exports alone.
 */
public final class ScanSchedule {
  /** Between a scan and one that a change asks for. */
  private static final Duration REST = Duration.ofSeconds(30);

  /** One that is to be scanned. */
  public record Due(OrgId org, String id) {
    public Due {
      requireNonNull(org, "org is null");
      requireNonNull(id, "id is null");
    }
  }

  /** Those of all tenants that are to be scanned now, the longest overdue first. */
  public List<Due> due(Tx tx, int most) {
    return tx.on(IntegrationStore.class).due(tx.now(), most);
  }

  /** Takes one that is due for a while; false when somebody else did, or it is no longer due. */
  public boolean take(Tx tx, Due due, Duration lease) {
    return tx.on(IntegrationStore.class).take(due.org(), due.id(), tx.now(), tx.now().plus(lease))
        > 0;
  }

  /**
   * A scan came to an end.
   *
   * @param result JSON of what is told of it
   */
  public void scanned(Tx tx, OrgId org, String id, String result) {
    tx.on(IntegrationStore.class).scanned(org, id, tx.now(), result);
  }

  /**
   * Plans the next scan: after the interval, and later the longer it fails.
   *
   * @param atLeast how long the platform wants to be left alone
   */
  public void plan(Tx tx, OrgId org, String id, Duration atLeast) {
    tx.on(IntegrationStore.class)
        .find(org, id)
        .ifPresent(
            one -> {
              Duration wait = DiscoveryScanPlan.wait(one);
              Duration longer = wait.compareTo(atLeast) < 0 ? atLeast : wait;
              tx.on(IntegrationStore.class).scanNext(org, id, tx.now().plus(longer));
            });
  }

  /**
   * The platform told that something changed: the next scan is due now, or when the last one is
   * some time ago, so that many changes make few scans. Tells whether that brings it forward.
   */
  public boolean soon(Tx tx, OrgId org, String id) {
    return tx.on(IntegrationStore.class)
            .scanSoon(org, id, tx.now(), tx.now().minus(REST), REST.toMillis())
        > 0;
  }

  /** Plans the next scan for now, because the last one came to no end. */
  public void again(Tx tx, OrgId org, String id) {
    tx.on(IntegrationStore.class).scanNext(org, id, tx.now());
  }
}
