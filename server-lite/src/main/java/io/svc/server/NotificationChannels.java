package io.svc.server;

import io.svc.server.alerts.Channels;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.integrations.Integration;
import io.svc.server.integrations.IntegrationCategory;
import io.svc.server.integrations.Integrations;
import java.util.List;
import java.util.Optional;

/** People are told of alerts by the integrations that are there for it. */
final class NotificationChannels implements Channels {
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
        .filter(one -> one.type().category() == IntegrationCategory.NOTIFICATION)
        .map(NotificationChannels::channel);
  }

  private static Channel channel(Integration integration) {
    return new Channel(integration.id(), integration.type().toString(), integration.name());
  }
}
