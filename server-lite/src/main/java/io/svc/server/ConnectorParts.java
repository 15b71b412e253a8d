package io.svc.server;

import io.svc.server.discovery.Discovery;
import io.svc.server.http.Api;
import io.svc.server.lifecycle.AgentLifecycle;
import io.svc.server.redaction.RedactionRoutes;
import io.svc.server.registration.CertifiedDrift;
import io.svc.server.registration.RegistrationRoutes;
import io.svc.server.registration.Registrations;
import io.svc.server.tenants.TenantAdministration.Holding;
import java.util.List;

/** What steps of workflows call beside decisions: registration and redaction. */
final class ConnectorParts implements Part {
  private final Registrations registrations;
  private final RedactionRoutes redaction;

  ConnectorParts(
      Core core,
      Governance governance,
      AgentLifecycle lifecycle,
      Discovery discovery,
      CertifiedDrift drift) {
    this.registrations =
        new Registrations(
            new Registrations.Sources(
                core.database(),
                core.clock(),
                core.audit(),
                governance.agents(),
                lifecycle,
                discovery,
                governance.extras(),
                drift));
    this.redaction =
        new RedactionRoutes(
            new RedactionRoutes.Sources(
                core.database(),
                core.identifiers(),
                core.audit(),
                core.keyring(),
                governance.agents(),
                governance.sessions(),
                core.tenants()));
  }

  @Override
  public void register(Api api) {
    new RegistrationRoutes(registrations).register(api);
    redaction.register(api);
  }

  @Override
  public List<Holding> holdings() {
    return List.of(
        new Holding("registrations", registrations::removeAll),
        new Holding("redaction", redaction::removeAll));
  }
}
