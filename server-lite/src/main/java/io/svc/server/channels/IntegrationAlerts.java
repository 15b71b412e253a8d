package io.svc.server.channels;

import io.svc.rules.Severity;
import io.svc.server.alerts.AlertDraft;
import io.svc.server.alerts.Alerts;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.integrations.Integration;
import io.svc.server.integrations.Integrations;
import java.util.Map;

/** Raises an alert when an integration stops working; the other integrations deliver it. */
public final class IntegrationAlerts implements Integrations.FailureListener {
  private final Alerts alerts;

  public IntegrationAlerts(Alerts alerts) {
    this.alerts = alerts;
  }

  @Override
  public void failing(Tx tx, OrgId org, Integration integration) {
    alerts.raise(
        tx,
        org,
        AlertDraft.of(
                "integration_failure",
                Severity.HIGH,
                "The integration \"" + integration.name() + "\" does not work")
            .description(integration.lastError())
            .source("integrations")
            .rule(integration.type().toString())
            .destination(integration.id())
            .details(
                Map.of("integration_id", integration.id(), "type", integration.type().toString()))
            .build());
  }
}
