package io.svc.server.sessionlogs;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.tenants.Tenant;
import io.svc.server.tenants.Tenants;
import java.time.Duration;
import java.time.Instant;

/** Deletes logs and trace links: with the tenant, or by the retention of sessions. */
public final class SessionLogRetention {
  private static final int REMOVED_AT_ONCE = 5_000;

  private final Database database;
  private final Tenants tenants;
  private final SessionLogs logs;
  private final TraceLinks links;

  public SessionLogRetention(
      Database database, Tenants tenants, SessionLogs logs, TraceLinks links) {
    this.database = database;
    this.tenants = tenants;
    this.logs = logs;
    this.links = links;
  }

  /** Deletes records beyond the session retention of their tenant. */
  public void prune(Instant now) {
    for (Tenant tenant : database.read(tenants::all)) {
      Duration retention = Duration.ofDays(tenant.settings().retentionDays().sessions());
      Instant before = now.minus(retention);
      int removed;
      do {
        removed =
            database.write(
                tx ->
                    Math.max(
                        logs.prune(tx, tenant.id(), before, REMOVED_AT_ONCE),
                        links.prune(tx, tenant.id(), before, REMOVED_AT_ONCE)));
      } while (removed == REMOVED_AT_ONCE);
    }
  }

  /** Deletes everything of a tenant; returns the number of rows. */
  public long removeAll(Tx tx, OrgId org) {
    return tx.removeAll(org, "runtime_log", "trace_link");
  }
}
