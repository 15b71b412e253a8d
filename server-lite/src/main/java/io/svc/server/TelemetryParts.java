package io.svc.server;

import io.svc.server.detection.Detection;
import io.svc.server.discovery.Discovery;
import io.svc.server.http.Api;
import io.svc.server.jobs.Job;
import io.svc.server.metrics.Metrics;
import io.svc.server.redaction.Masking;
import io.svc.server.runtime.RuntimeLogs;
import io.svc.server.runtime.TraceLinks;
import io.svc.server.telemetry.Telemetry;
import io.svc.server.telemetry.TelemetryRoutes;
import io.svc.server.tenants.TenantAdministration.Holding;
import java.time.Duration;
import java.util.List;

/** Telemetry, joined with everything that is told of what it tells. */
final class TelemetryParts implements Part {
  private final Core core;
  private final Telemetry telemetry;

  TelemetryParts(
      Core core,
      Governance governance,
      Operations operations,
      Detection detection,
      Discovery discovery,
      Telemetry.ChangeListener changes,
      Metrics metrics) {
    this.core = core;
    Masking masking = new Masking();
    this.telemetry =
        new Telemetry(
            new Telemetry.Ground(
                core.database(),
                core.clock(),
                core.tenants(),
                governance.agents(),
                governance.sessions(),
                governance.events(),
                detection,
                new RuntimeLogs(core.identifiers(), governance.sessions(), masking),
                new TraceLinks(governance.sessions(), core.tenants(), masking),
                operations.integrations(),
                discovery,
                changes),
            metrics);
  }

  @Override
  public void register(Api api) {
    new TelemetryRoutes(telemetry).register(api);
  }

  @Override
  public List<Holding> holdings() {
    return List.of(new Holding("telemetry", telemetry::removeAll));
  }

  @Override
  public List<Job> jobs(Pace pace) {
    return List.of(
        Job.removing(
            "telemetry-sweep", Duration.ofHours(1), () -> telemetry.prune(core.clock().instant())));
  }

  @Override
  public void start() {
    telemetry.start();
  }

  @Override
  public void startToListen() {
    telemetry.start();
  }

  @Override
  public void close() {
    telemetry.close();
  }
}
