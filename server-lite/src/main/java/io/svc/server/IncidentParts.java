package io.svc.server;

import io.svc.server.alerts.Alerts;
import io.svc.server.apikeys.ApiKeys;
import io.svc.server.http.Api;
import io.svc.server.incidents.IncidentResponse;
import io.svc.server.incidents.Incidents;
import io.svc.server.jobs.Job;
import io.svc.server.lifecycle.AgentLifecycle;
import io.svc.server.mail.Mailer;
import io.svc.server.tenants.TenantAdministration.Holding;
import java.time.Duration;
import java.util.Optional;

/** Dealing with incidents, joined with what it acts on. */
final class IncidentParts {
  private static final Duration SWEPT_EVERY = Duration.ofSeconds(10);

  private final IncidentResponse response;

  IncidentParts(
      Core core,
      Governance governance,
      Operations operations,
      ApiKeys keys,
      AgentLifecycle lifecycle,
      Alerts alerts,
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
    alerts.escalateTo(response.incidents()::openFor);
  }

  Incidents incidents() {
    return response.incidents();
  }

  void register(Api api) {
    response.register(api);
  }

  Holding holding() {
    return new Holding("incidents", response::removeAll);
  }

  Job job() {
    return new Job("incident-sweep", SWEPT_EVERY, response::sweep);
  }
}
