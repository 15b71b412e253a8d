package io.svc.server;

import io.svc.server.alerts.Alerts;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.decisions.BudgetExcess;
import io.svc.server.decisions.Refusal;
import io.svc.server.decisions.RefusalListener;
import io.svc.server.detection.Detection;
import io.svc.server.detection.DetectionConfigs;
import io.svc.server.detection.DetectionRoutes;
import io.svc.server.http.Api;
import io.svc.server.jobs.Job;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.tenants.Tenant;
import io.svc.server.tenants.TenantAdministration.Holding;
import java.time.Duration;
import java.util.List;

/** The detection cascade, joined with what it looks at and what it tells. */
final class DetectionParts implements Part {
  private static final int ROUNDS_BETWEEN_SWEEPS = 10;

  private final Core core;
  private final DetectionConfigs configs;
  private final Detection detection;

  DetectionParts(Core core, Alerts alerts) {
    this.core = core;
    this.configs = new DetectionConfigs(core.audit());
    this.detection =
        new Detection(
            core.database(),
            core.identifiers(),
            configs,
            alerts,
            new AgentSessions(core.identifiers()),
            core.originals());
  }

  /** Tells the cascade of all decisions, besides whoever is told of refusals. */
  RefusalListener besides(RefusalListener listener) {
    return new RefusalListener() {
      @Override
      public void refused(Tx tx, OrgId org, List<Refusal> refusals) {
        listener.refused(tx, org, refusals);
      }

      @Override
      public void overBudget(Tx tx, OrgId org, List<BudgetExcess> excesses) {
        listener.overBudget(tx, org, excesses);
      }

      @Override
      public void recorded(Tx tx, OrgId org) {
        listener.recorded(tx, org);
        detection.recorded(tx, org);
      }
    };
  }

  Detection detection() {
    return detection;
  }

  DetectionConfigs configs() {
    return configs;
  }

  @Override
  public void register(Api api) {
    new DetectionRoutes(core.database(), configs, detection).register(api);
  }

  @Override
  public List<Holding> holdings() {
    return List.of(new Holding("detection", detection::removeAll));
  }

  @Override
  public List<Job> jobs(Pace pace) {
    return List.of(
        new Job("detection", pace.rounds().multipliedBy(ROUNDS_BETWEEN_SWEEPS), detection::sweep),
        Job.removing(
            "detection-sweep",
            Duration.ofHours(1),
            () -> detection.prune(tenants(), core.clock().instant())));
  }

  @Override
  public void work(OrgId org) {
    detection.sweep(List.of(org));
  }

  private List<OrgId> tenants() {
    return core.database().read(tx -> core.tenants().all(tx).stream().map(Tenant::id).toList());
  }

  @Override
  public void start() {
    detection.start();
  }

  @Override
  public void close() {
    detection.close();
  }
}
