package io.svc.server;

import io.svc.server.config.Secret;
import io.svc.server.data.DataDirectory;
import io.svc.server.data.DiskProbe;
import io.svc.server.db.Database;
import io.svc.server.db.Migrations;
import io.svc.server.db.Vendor;
import io.svc.server.health.HealthRoutes;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.HttpServer;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.metrics.Metrics;
import io.svc.server.metrics.MetricsRoutes;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** Health checks, metrics, and the recording of requests in metrics and the audit log. */
final class MonitoringModule implements FeatureModule, HttpServer.Observer {
  private static final long MIN_FREE_BYTES = 64L << 20;

  private final SharedComponents core;
  private final DataDirectory data;
  private final Metrics metrics;
  private final Optional<Secret> token;
  private final BooleanSupplier isShuttingDown;

  /**
   * Starts the metrics.
   *
   * @param token protects the metrics, if there is one
   * @param pendingAlerts the number of messages about alerts to be sent
   * @param isShuttingDown whether the server is about to stop
   */
  MonitoringModule(
      SharedComponents core,
      DataDirectory data,
      Metrics metrics,
      Optional<Secret> token,
      LongSupplier pendingAlerts,
      BooleanSupplier isShuttingDown) {
    this.core = core;
    this.data = data;
    this.metrics = metrics;
    this.token = token;
    this.isShuttingDown = isShuttingDown;
    metrics.start(
        Stream.of(ErrorCode.values())
            .filter(MonitoringModule::isAuthFailure)
            .map(ErrorCode::toString)
            .toList(),
        Stream.of(RateLimitBucket.values())
            .filter(limit -> limit != RateLimitBucket.NONE)
            .map(RateLimitBucket::toString)
            .toList());
    metrics.gauge(
        "svc_outbox_pending",
        "Mails and alert messages that are waiting to be sent.",
        () -> core.mail().countPending() + pendingAlerts.getAsLong());
    metrics.gauge(
        "svc_audit_chain_ok",
        "1 if the last check found all audit logs intact, otherwise 0.",
        () -> core.audit().isIntact() ? 1 : 0);
    if (core.database().vendor() == Vendor.SQLITE) {
      metrics.gauge(
          "svc_db_size_bytes",
          "Size of the store's file.",
          () -> data.database().toFile().length());
    }
  }

  @Override
  public void register(Api api) {
    new HealthRoutes(checks()).register(api);
    new MetricsRoutes(metrics, token).register(api);
  }

  private Map<String, HealthRoutes.Check> checks() {
    Map<String, HealthRoutes.Check> checks = new LinkedHashMap<>();
    Database database = core.database();
    boolean isFile = database.vendor() == Vendor.SQLITE;
    DiskProbe probe = new DiskProbe(data.path());
    checks.put(
        "database", () -> database.health().isWritable() && (!isFile || probe.acceptsWrites()));
    checks.put(
        "migrations",
        // If the store does not respond, a second query would take as long again.
        () -> database.health().isWritable() && new Migrations(database).pending().isEmpty());
    checks.put("serving", () -> !isShuttingDown.getAsBoolean());
    checks.put("audit", core.audit()::isIntact);
    if (isFile) {
      checks.put("disk", () -> Files.getFileStore(data.path()).getUsableSpace() > MIN_FREE_BYTES);
    }
    return checks;
  }

  @Override
  public void answered(String method, String route, int status, double seconds) {
    metrics.answered(method, route, status, seconds);
  }

  @Override
  public void rejected(ErrorCode code, RateLimitBucket limit) {
    if (code == ErrorCode.RATE_LIMITED) {
      metrics.rateLimited(limit.toString());
    } else if (isAuthFailure(code)) {
      metrics.authFailed(code.toString());
    }
  }

  @Override
  public void denied(Caller caller, String route, ApiException reason) {
    core.audit().recordDenial(caller, route, reason);
  }

  /** Returns whether {@code svc_auth_failures_total} counts rejections with a code. */
  private static boolean isAuthFailure(ErrorCode code) {
    return code != ErrorCode.RATE_LIMITED
        && (code.status() == 401 || code.status() == 403 || code.status() == 429);
  }
}
