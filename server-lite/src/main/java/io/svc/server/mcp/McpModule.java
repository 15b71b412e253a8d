package io.svc.server.mcp;

import io.svc.scanner.finding.Ids;
import io.svc.server.FeatureModule;
import io.svc.server.SharedComponents;
import io.svc.server.audit.AuditLog;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.http.Api;
import io.svc.server.jobs.Job;
import io.svc.server.redaction.Masking;
import io.svc.server.tenants.TenantAdministration.TenantDataOwner;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** The feature of reports, inventory and baselines. */
public final class McpModule implements FeatureModule {
  private final McpInventory inventory;
  private final McpRoutes routes;
  private final UploadRoutes uploads;
  private final Clock clock;
  private final ScanRetention retention;

  /**
   * Creates the feature.
   *
   * @param listener receives each accepted report
   */
  public McpModule(SharedComponents core, ReportListener listener) {
    Database database = core.database();
    Identifiers identifiers = core.identifiers();
    AuditLog audit = core.audit();
    this.clock = core.clock();
    this.retention = new ScanRetention(database, core.tenants());
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

  /** Returns the inventory of servers. */
  public McpInventory inventory() {
    return inventory;
  }

  @Override
  public void register(Api api) {
    uploads.register(api);
    routes.register(api);
  }

  @Override
  public List<TenantDataOwner> tenantDataOwners() {
    return List.of(new TenantDataOwner("mcp", inventory::removeAll));
  }

  @Override
  public List<Job> jobs(Duration rounds) {
    return List.of(Job.removing("inventory-sweep", Duration.ofHours(24), this::prune));
  }

  private void prune() {
    ScanRetention.RemovedCounts unused = retention.prune(clock.instant());
  }
}
