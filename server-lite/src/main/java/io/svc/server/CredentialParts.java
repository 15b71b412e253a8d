package io.svc.server;

import com.github.benmanes.caffeine.cache.Ticker;
import io.svc.server.config.ServerConfig;
import io.svc.server.credentials.CredentialBoard;
import io.svc.server.credentials.EgressCredentials;
import io.svc.server.http.Api;
import io.svc.server.outgoing.NetworkGuard;
import io.svc.server.outgoing.OutgoingClient;
import io.svc.server.tenants.TenantAdministration.Holding;
import java.time.Duration;
import java.util.List;
import java.util.function.IntSupplier;

/** Credentials that requests are given on their way out, and the operator's Vault behind them. */
final class CredentialParts implements Part {
  /** An agent waits meanwhile. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final OutgoingClient client;
  private final CredentialBoard board;

  /**
   * The credentials.
   *
   * @param ownPort the port on which this server listens, which nothing of it calls
   */
  CredentialParts(Core core, ServerConfig config, IntSupplier ownPort) {
    this.client = new OutgoingClient(NetworkGuard.ofOperator(ownPort), PATIENCE);
    this.board =
        new CredentialBoard(
            new CredentialBoard.Ground(
                core.database(),
                core.identifiers(),
                core.clock(),
                Ticker.systemTicker(),
                core.tenants(),
                core.audit(),
                core.keyring()),
            config.vault(),
            client);
  }

  /** For whoever sends requests on. */
  EgressCredentials credentials() {
    return board.credentials();
  }

  @Override
  public void register(Api api) {
    board.register(api);
  }

  @Override
  public List<Holding> holdings() {
    return List.of(new Holding("egress_credentials", board::removeAll));
  }

  @Override
  public void end() {
    client.close();
  }
}
