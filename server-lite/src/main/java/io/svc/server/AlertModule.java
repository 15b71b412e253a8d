package io.svc.server;

import io.svc.server.agents.Agents;
import io.svc.server.alerts.AlertDelivery;
import io.svc.server.alerts.AlertRoutes;
import io.svc.server.alerts.Alerts;
import io.svc.server.alerts.Channels;
import io.svc.server.alerts.WakeupSignal;
import io.svc.server.channels.ChannelMessenger;
import io.svc.server.channels.IntegrationAlerts;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.events.Events;
import io.svc.server.http.Api;
import io.svc.server.integrations.Integration;
import io.svc.server.integrations.IntegrationCategory;
import io.svc.server.integrations.Integrations;
import io.svc.server.jobs.Job;
import io.svc.server.metrics.Metrics;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.tenants.Tenant;
import io.svc.server.tenants.TenantAdministration.TenantDataOwner;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Alerts and their delivery. */
final class AlertModule implements FeatureModule {
  private final SharedComponents core;
  private final Channels channels;
  private final Agents agents;
  private final Alerts alerts;
  private final AlertDelivery delivery;

  AlertModule(
      SharedComponents core,
      Integrations integrations,
      ChannelMessenger messenger,
      Metrics metrics,
      Duration rounds) {
    this.core = core;
    this.channels = new NotificationChannels(integrations);
    WakeupSignal wakeupSignal = new WakeupSignal();
    this.agents = new Agents(core.identifiers());
    this.alerts =
        new Alerts(
            core.database(),
            core.identifiers(),
            agents,
            new AgentSessions(core.identifiers()),
            new Events(core.database(), core.identifiers()),
            channels,
            wakeupSignal,
            core.audit());
    integrations.listen(new IntegrationAlerts(alerts));
    this.delivery =
        new AlertDelivery(
            core.database(), core.identifiers(), alerts, messenger, wakeupSignal, metrics, rounds);
  }

  /** Returns the number of pending messages. */
  long countPending() {
    return delivery.countPending();
  }

  @Override
  public void start() {
    delivery.start();
  }

  Alerts alerts() {
    return alerts;
  }

  @Override
  public void register(Api api) {
    new AlertRoutes(core.database(), alerts, agents, channels, core.audit()).register(api);
  }

  @Override
  public List<TenantDataOwner> tenantDataOwners() {
    return List.of(new TenantDataOwner("alerts", alerts::removeAll));
  }

  @Override
  public List<Job> jobs(Duration rounds) {
    return List.of(Job.removing("alert-sweep", Duration.ofHours(1), this::prune));
  }

  @Override
  public void work(OrgId org) {
    delivery.deliver(org);
  }

  @Override
  public void end() {
    delivery.close();
  }

  private void prune() {
    alerts.prune(
        core.clock().instant(),
        core.database().read(tx -> core.tenants().all(tx).stream().map(Tenant::id).toList()),
        this::alertRetention);
  }

  private Duration alertRetention(Tx tx, OrgId org) {
    return Duration.ofDays(
        core.tenants()
            .find(tx, org)
            .map(tenant -> tenant.settings().retentionDays().events())
            .orElse(0));
  }

  /** Sends notifications about alerts through the integrations for notifications. */
  private static final class NotificationChannels implements Channels {
    private final Integrations integrations;

    NotificationChannels(Integrations integrations) {
      this.integrations = integrations;
    }

    @Override
    public List<Channel> enabled(Tx tx, OrgId org) {
      return integrations.channels(tx, org).stream().map(NotificationChannels::channel).toList();
    }

    @Override
    public Optional<Channel> find(Tx tx, OrgId org, String id) {
      return integrations
          .find(tx, org, id)
          .filter(integration -> integration.type().category() == IntegrationCategory.NOTIFICATION)
          .map(NotificationChannels::channel);
    }

    private static Channel channel(Integration integration) {
      return new Channel(integration.id(), integration.type().toString(), integration.name());
    }
  }
}
