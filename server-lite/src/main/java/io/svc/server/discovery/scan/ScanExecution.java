package io.svc.server.discovery.scan;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.discovery.platform.PlatformException;
import io.svc.server.discovery.platform.PlatformListing;
import io.svc.server.discovery.platform.Platforms;
import io.svc.server.discovery.scan.Scan.Status;
import io.svc.server.discovery.scan.ScanRun.StopReason;
import io.svc.server.discovery.scan.Scans.ScanResult;
import io.svc.server.egress.PlainHttpPolicy;
import io.svc.server.http.ApiException;
import io.svc.server.integrations.Integration;
import io.svc.server.integrations.Integrations;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a scan from start to end and records its result. */
final class ScanExecution {
  private static final Logger LOG = LoggerFactory.getLogger(ScanExecution.class);
  private static final String BROKEN =
      "The scan failed with an internal error; see the server" + " log.";

  private final Database database;
  private final Integrations integrations;
  private final Scans scans;
  private final Platforms platforms;

  ScanExecution(Database database, Integrations integrations, Scans scans, Platforms platforms) {
    this.database = database;
    this.integrations = integrations;
    this.scans = scans;
    this.platforms = platforms;
  }

  /** The settings of a scan. */
  private record ScanParameters(
      Integration integration, Map<String, String> settings, PlainHttpPolicy plain) {}

  /** Scans the platform. */
  void scan(OrgId org, Scan scan, ScanRun run) {
    Optional<ScanParameters> order;
    try {
      order = order(org, scan.integrationId());
    } catch (ApiException e) {
      // Its secrets cannot be decrypted.
      scans.end(org, scan, version(org, scan), failed(e.getMessage(), true));
      return;
    }
    if (order.isEmpty()) {
      scans.end(org, scan, 0, failed(StopReason.SWITCHED_OFF.text(), false));
      return;
    }
    Integration integration = order.get().integration();
    scans.end(org, scan, integration.version(), listed(org, order.get(), run));
  }

  private long version(OrgId org, Scan scan) {
    return database.read(
        tx ->
            integrations.find(tx, org, scan.integrationId()).map(Integration::version).orElse(0L));
  }

  private Optional<ScanParameters> order(OrgId org, String id) {
    return database.read(
        tx ->
            integrations
                .find(tx, org, id)
                .map(
                    found ->
                        new ScanParameters(
                            found,
                            integrations.settings(tx, org, id),
                            integrations.plainHttp(tx, org))));
  }

  private ScanResult listed(OrgId org, ScanParameters order, ScanRun run) {
    Platforms.Connection connection =
        new Platforms.Connection(org, order.integration().id(), order.integration().type());
    try {
      PlatformListing listing = platforms.list(connection, order.settings(), order.plain(), run);
      run.storeResults(listing.isComplete());
      return run.ending()
          .map(ScanExecution::ended)
          .orElseGet(() -> completed(listing.note(), run, true));
    } catch (PlatformException e) {
      run.storeResults(false);
      return run.ending().map(ScanExecution::ended).orElseGet(() -> failed(e));
    } catch (RuntimeException e) {
      return broken(run, e);
    }
  }

  /** Imports an export, which does not show whether the platform is reachable. */
  void importExport(OrgId org, Scan scan, long version, ScanRun run, Runnable show) {
    ScanResult end;
    try {
      show.run();
      run.storeResults(false);
      end = run.ending().map(ScanExecution::ended).orElseGet(() -> completed("", run, false));
    } catch (RuntimeException e) {
      end = broken(run, e);
    }
    scans.end(org, scan, version, end);
  }

  private static ScanResult completed(String note, ScanRun run, boolean isPraised) {
    StringBuilder message = new StringBuilder(note);
    if (run.unreadable() > 0) {
      message
          .append(note.isEmpty() ? "" : " ")
          .append(run.unreadable())
          .append(run.unreadable() == 1 ? " item" : " items")
          .append(" could not be read.");
    }
    return new ScanResult(
        Status.COMPLETED, message.toString(), isPraised, false, Duration.ZERO, false);
  }

  private static ScanResult ended(StopReason ending) {
    boolean isStopped = ending == StopReason.STOPPED;
    return new ScanResult(
        Status.FAILED,
        ending.text(),
        ending == StopReason.TOO_LONG,
        false,
        Duration.ZERO,
        isStopped);
  }

  private static ScanResult failed(PlatformException e) {
    return new ScanResult(
        Status.FAILED,
        e.getMessage(),
        true,
        e.kind() == PlatformException.Kind.CREDENTIALS,
        e.retryAfter().orElse(Duration.ZERO),
        false);
  }

  private static ScanResult failed(String error, boolean isBlamed) {
    return new ScanResult(Status.FAILED, error, isBlamed, false, Duration.ZERO, false);
  }

  private static ScanResult broken(ScanRun run, RuntimeException e) {
    if (run.isEnded()) {
      return ended(run.ending().orElseThrow());
    }
    LOG.error("a scan failed", e);
    return failed(BROKEN, false);
  }
}
