package io.svc.server;

import io.svc.server.alerts.Alert;
import io.svc.server.alerts.Alerts;
import io.svc.server.alerts.Escalation;
import io.svc.server.apikeys.ApiKeys;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.detection.DetectionConfig;
import io.svc.server.detection.DetectionConfigs;
import io.svc.server.http.Api;
import io.svc.server.incidents.IncidentResponse;
import io.svc.server.incidents.Incidents;
import io.svc.server.jobs.Job;
import io.svc.server.lifecycle.AgentLifecycle;
import io.svc.server.mail.Mailer;
import io.svc.server.tenants.TenantAdministration.Holding;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Dealing with incidents, joined with what it acts on. */
final class IncidentParts implements Part {
  private static final Duration SWEPT_EVERY = Duration.ofSeconds(10);

  private final IncidentResponse response;

  IncidentParts(
      Core core,
      Governance governance,
      Operations operations,
      ApiKeys keys,
      AgentLifecycle lifecycle,
      Alerts alerts,
      DetectionConfigs detection,
      Optional<Mailer> mailer) {
    this.response =
        new IncidentResponse(
            new IncidentResponse.Sources(
                core.database(),
                core.identifiers(),
                core.audit(),
                core.accounts(),
                core.tenants(),
                keys,
                governance.agents(),
                governance.sessions(),
                governance.policies(),
                governance.claims(),
                lifecycle,
                alerts,
                operations.integrations(),
                operations.outgoing(),
                mailer));
    alerts.escalateTo(new Opening(response.incidents(), detection));
  }

  /** Grave alerts need an incident by themselves, as the configuration of detection has it. */
  private record Opening(Incidents incidents, DetectionConfigs detection) implements Escalation {
    @Override
    public Optional<String> reason(Tx tx, OrgId org, Alert alert) {
      DetectionConfig.AutoIncident auto = detection.autoIncident(tx, org);
      return auto.enabled() && alert.severity().isAtLeast(auto.minSeverity())
          ? Optional.of("Its alert is " + alert.severity().label() + ".")
          : Optional.empty();
    }

    @Override
    public void openFor(Tx tx, OrgId org, Alert alert, String why) {
      incidents.openFor(tx, org, alert, why);
    }
  }

  Incidents incidents() {
    return response.incidents();
  }

  @Override
  public void register(Api api) {
    response.register(api);
  }

  @Override
  public List<Holding> holdings() {
    return List.of(new Holding("incidents", response::removeAll));
  }

  @Override
  public List<Job> jobs(Pace pace) {
    return List.of(Job.removing("incident-sweep", SWEPT_EVERY, response::sweep));
  }
}
