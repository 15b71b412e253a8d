package io.svc.server.discovery.scan;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.FeatureModule;
import io.svc.server.SharedComponents;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.discovery.MaskedSighting;
import io.svc.server.discovery.SightingResult;
import io.svc.server.discovery.platform.Platforms;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.integrations.Integration;
import io.svc.server.integrations.Integrations;
import io.svc.server.integrations.ScanSchedule;
import io.svc.server.jobs.Job;
import io.svc.server.tenants.TenantAdministration.TenantDataOwner;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;

/**
 * Scans platforms on schedule and on request. Several platforms are scanned concurrently, each by
 * one scan at a time across all servers.
 */
public final class PlatformScanner implements FeatureModule {
  /** Scheduled scans use only some of the threads, so that requested scans start without delay. */
  private static final int POLLS_AT_ONCE = 4;

  private static final int ROUNDS_OF_POLLS = 5;
  private static final int MAX_IMPORTED = 5_000;

  private final Database database;
  private final Clock clock;
  private final AuditLog audit;
  private final Integrations integrations;
  private final Scans scans;
  private final Platforms platforms;
  private final SightingSink sightings;
  private final DriftCheck drift;
  private final ScanThreads threads = new ScanThreads();
  private final Semaphore polls = new Semaphore(POLLS_AT_ONCE);

  public PlatformScanner(
      SharedComponents core,
      Integrations integrations,
      Platforms platforms,
      SightingSink sightings,
      DriftCheck drift) {
    this.database = core.database();
    this.clock = core.clock();
    this.audit = core.audit();
    this.integrations = integrations;
    this.platforms = platforms;
    this.sightings = sightings;
    this.drift = drift;
    this.scans = new Scans(database, core.identifiers(), integrations);
  }

  @Override
  public void register(Api api) {
    new ScanRoutes(this).register(api);
  }

  @Override
  public List<TenantDataOwner> tenantDataOwners() {
    return List.of(new TenantDataOwner("scans", this::removeAll));
  }

  @Override
  public List<Job> jobs(Duration rounds) {
    return List.of(
        new Job("platform-scans", rounds.multipliedBy(ROUNDS_OF_POLLS), this::poll),
        Job.removing("scan-sweep", Duration.ofHours(1), this::prune));
  }

  /** Starts due scans, as many as the limit allows, and does not wait for them. */
  void poll() {
    int availablePermits = polls.availablePermits();
    if (availablePermits == 0 || threads.isStopping()) {
      return;
    }
    ScanSchedule schedule = scans.schedule();
    for (ScanSchedule.DueIntegration due :
        database.read(tx -> schedule.due(tx, availablePermits))) {
      String id = scans.newId();
      Optional<Scan> leased =
          database.write(
              tx ->
                  schedule.lease(tx, due, Scans.LEASE)
                      ? Optional.of(scans.begin(tx, due.org(), id, due.id(), Scan.Cause.POLL))
                          .filter(Scans.StartedScan::isNew)
                          .map(Scans.StartedScan::scan)
                      : Optional.empty());
      if (leased.isPresent()) {
        polls.acquireUninterruptibly();
        threads.submit(
            () -> {
              try {
                scan(due.org(), leased.get());
              } finally {
                polls.release();
              }
            });
      }
    }
  }

  /** Scans a platform now; waits a short time and returns the scan in its current state. */
  Scan scan(Caller caller, String integrationId) {
    OrgId org = caller.tenant();
    String id = scans.newId();
    database.read(tx -> scanned(tx, org, integrationId, true));
    Scans.StartedScan begun =
        database.write(
            tx -> {
              Integration integration = scanned(tx, org, integrationId, false);
              return begin(tx, caller, integration, id, Scan.Cause.PERSON);
            });
    if (begun.isNew()) {
      threads.await(() -> scan(org, begun.scan()));
    }
    return scans.find(org, begun.scan().id()).orElse(begun.scan());
  }

  /** Returns the integration if it can be scanned. */
  private Integration scanned(Tx tx, OrgId org, String id, boolean isRequested) {
    Integration found =
        integrations.find(tx, org, id).orElseThrow(() -> ApiException.notFound("integration", id));
    if (!found.type().isScanned()) {
      throw conflict(
          "The integration is of the type \""
              + found.type()
              + "\"; expected n8n, zapier, make or power_automate.");
    }
    if (!found.enabled()) {
      throw conflict("The integration is disabled; enable it first.");
    }
    if (isRequested && !integrations.canReadWorkflows(tx, org, id)) {
      throw conflict(
          "The integration has no credentials for the platform; set them, or import an"
              + " export.");
    }
    return found;
  }

  private static ApiException conflict(String message) {
    return new ApiException(ErrorCode.CONFLICT, message);
  }

  private Scans.StartedScan begin(
      Tx tx, Caller caller, Integration integration, String id, Scan.Cause cause) {
    Scans.StartedScan begun = scans.begin(tx, caller.tenant(), id, integration.id(), cause);
    if (begun.isNew()) {
      audit.record(
          tx,
          caller,
          AuditEvent.of(
                  Category.INTEGRATION,
                  cause == Scan.Cause.IMPORT ? "integration.import" : "integration.scan",
                  "integration",
                  integration.id(),
                  integration.name())
              .with("type", integration.type().toString())
              .with("scanId", id));
    }
    return begun;
  }

  private void scan(OrgId org, Scan scan) {
    new ScanExecution(database, integrations, scans, platforms).scan(org, scan, run(org, scan));
  }

  private ScanRun run(OrgId org, Scan scan) {
    return new ScanRun(
        database, clock, integrations, scans, sightings, drift, threads::isStopping, org, scan);
  }

  /**
   * Imports an exported file of a platform.
   *
   * @param name the name of a single workflow when the file contains none
   */
  Scan read(Caller caller, String integrationId, JsonNode file, Optional<String> name) {
    OrgId org = caller.tenant();
    Integration integration = database.read(tx -> scanned(tx, org, integrationId, false));
    Platforms.Connection connection =
        new Platforms.Connection(org, integrationId, integration.type());
    List<JsonNode> workflows = platforms.workflowsIn(connection, file);
    if (workflows.isEmpty() || workflows.size() > MAX_IMPORTED) {
      throw new ApiException(
          ErrorCode.VALIDATION_FAILED,
          workflows.isEmpty()
              ? "The body contains no workflow in the export format of"
                  + " \""
                  + integration.type()
                  + "\"."
              : "The body contains more than " + MAX_IMPORTED + " workflows.");
    }
    String id = scans.newId();
    Scans.StartedScan begun =
        database.write(tx -> begin(tx, caller, integration, id, Scan.Cause.IMPORT));
    if (!begun.isNew()) {
      throw conflict("The integration is being scanned; try again when the scan is complete.");
    }
    ScanRun run = run(org, begun.scan());
    new ScanExecution(database, integrations, scans, platforms)
        .importExport(
            org,
            begun.scan(),
            integration.version(),
            run,
            () -> platforms.show(connection, workflows, name, run));
    return scans.find(org, id).orElse(begun.scan());
  }

  /** Removes scans that ended long ago. */
  void prune() {
    scans.prune();
  }

  long removeAll(Tx tx, OrgId org) {
    return tx.removeAll(org, "integration_scan");
  }

  /** Ends running scans, which are repeated after the next start. */
  @Override
  public void end() {
    threads.close();
  }

  /** Stores the sightings of a scan. */
  public interface SightingSink {
    /** Stores a sighting. Idempotent. */
    SightingResult observe(Tx tx, OrgId org, MaskedSighting sighting);

    /**
     * Reports the listed assets, after the listing is complete; all others are missing.
     *
     * @return how many are counted as removed from now on
     */
    int missed(Tx tx, OrgId org, String integrationId, Set<String> seenExternalIds);
  }

  /** Checks assets that changed. */
  @FunctionalInterface
  public interface DriftCheck {
    /** Returns the number of findings for an asset that changed in this transaction. */
    int changed(Tx tx, OrgId org, SightingResult observed);
  }
}
