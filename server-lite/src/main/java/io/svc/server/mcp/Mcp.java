package io.svc.server.mcp;

import io.svc.scanner.finding.Ids;
import io.svc.server.audit.AuditLog;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.http.Api;
import io.svc.server.redaction.Masking;
import io.svc.server.tenants.Tenants;
import java.time.Clock;

/** Reports, inventory and baselines, joined. */
public final class Mcp {
  private final McpInventory inventory;
  private final McpRoutes routes;
  private final UploadRoutes uploads;
  private final Clock clock;
  private final ScanRetention retention;

  /**
   * Joins them.
   *
   * @param listener is told of every report that is taken in
   */
  public Mcp(
      Clock clock,
      Database database,
      Identifiers identifiers,
      AuditLog audit,
      Tenants tenants,
      ReportListener listener) {
    this.clock = clock;
    this.retention = new ScanRetention(database, tenants);
    Ids ids = new Ids(clock);
    Masking masking = new Masking();
    McpReports reports = new McpReports(database, identifiers, ids, audit, listener);
    this.inventory = new McpInventory(database);
    this.routes =
        new McpRoutes(
            inventory,
            new McpFindings(database),
            reports,
            new McpReviews(database, audit),
            new McpBaselines(database, identifiers, ids, audit),
            masking);
    this.uploads = new UploadRoutes(new ReportReader(masking), reports);
  }

  /** The servers that reports told of. */
  public McpInventory inventory() {
    return inventory;
  }

  /** Lets go of what scans left and their tenants no longer keep. */
  public void prune() {
    ScanRetention.Gone unused = retention.prune(clock.instant());
  }

  public void register(Api api) {
    uploads.register(api);
    routes.register(api);
  }
}
