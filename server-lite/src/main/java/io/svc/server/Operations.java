package io.svc.server;

import io.svc.server.channels.ChannelMessenger;
import io.svc.server.config.ServerConfig;
import io.svc.server.http.Api;
import io.svc.server.integrations.IntegrationRoutes;
import io.svc.server.integrations.Integrations;
import io.svc.server.mail.Links;
import io.svc.server.mail.Mailer;
import io.svc.server.outgoing.NetworkGuard;
import io.svc.server.outgoing.OutgoingClient;
import io.svc.server.tenants.TenantAdministration.Holding;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;

/** What a tenant runs its agents with: what it has elsewhere, and the calls that go there. */
final class Operations implements Part {
  private final Core core;
  private final Optional<Mailer> mailer;
  private final OutgoingClient outgoing;
  private final Integrations integrations;

  /**
   * The operations.
   *
   * @param ownPort the port on which this server listens, which nothing of it calls
   * @param mailer where there is a mail server
   */
  Operations(Core core, ServerConfig config, IntSupplier ownPort, Optional<Mailer> mailer) {
    this.core = core;
    this.mailer = mailer;
    this.outgoing = new OutgoingClient(new NetworkGuard(config.egressAllowPrivate(), ownPort));
    this.integrations =
        new Integrations(
            core.database(),
            core.identifiers(),
            core.clock(),
            core.tenants(),
            core.audit(),
            core.keyring(),
            outgoing,
            mailer);
  }

  /** For everything that calls an address which a tenant gave. */
  OutgoingClient outgoing() {
    return outgoing;
  }

  Integrations integrations() {
    return integrations;
  }

  /** Carries alerts to channels. */
  ChannelMessenger messenger(Links links) {
    return new ChannelMessenger(
        core.database(), integrations, outgoing, mailer, links, core.clock());
  }

  @Override
  public void register(Api api) {
    new IntegrationRoutes(integrations).register(api);
  }

  @Override
  public List<Holding> holdings() {
    return List.of(new Holding("integrations", integrations::removeAll));
  }

  /** Last of all that call elsewhere. */
  @Override
  public void end() {
    outgoing.close();
  }
}
