package io.svc.server.credentials;

import com.github.benmanes.caffeine.cache.Ticker;
import io.svc.server.audit.AuditLog;
import io.svc.server.config.ServerConfig;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Api;
import io.svc.server.outgoing.OutgoingClient;
import io.svc.server.secrets.Keyring;
import io.svc.server.tenants.Tenants;
import java.time.Clock;
import java.util.Optional;

/** The feature as a whole: what people do with mappings, and what uses them. */
public final class CredentialBoard {
  private final Sources sources;
  private final Mappings mappings;
  private final EgressCredentials credentials;

  /**
   * What the feature stands on.
   *
   * @param ticker counts nanoseconds, and never goes back
   */
  public record Ground(
      Database database,
      Identifiers identifiers,
      Clock clock,
      Ticker ticker,
      Tenants tenants,
      AuditLog audit,
      Keyring keyring) {}

  /**
   * @param vault the operator's, where there is one
   * @param client that may call what the operator runs
   */
  public CredentialBoard(Ground ground, Optional<ServerConfig.Vault> vault, OutgoingClient client) {
    this.sources =
        new Sources(
            new EmbeddedSecrets(ground.keyring()),
            vault.map(settings -> vault(settings, client, ground.ticker())));
    this.mappings =
        new Mappings(
            ground.database(), ground.identifiers(), ground.clock(), ground.audit(), sources);
    MappedCredentials mapped =
        new MappedCredentials(ground.database(), ground.tenants(), ground.audit(), sources);
    this.credentials = new EgressCredentials(mapped::find, mapped::used);
  }

  private static Sources.Vault vault(
      ServerConfig.Vault settings, OutgoingClient client, Ticker ticker) {
    VaultPaths paths = new VaultPaths(settings.mount(), settings.path());
    return new Sources.Vault(
        paths,
        new CachedSecrets(new VaultSecrets(paths, new KeyValueVault(settings, client)), ticker));
  }

  /** What requests are given. */
  public EgressCredentials credentials() {
    return credentials;
  }

  public void register(Api api) {
    new CredentialRoutes(mappings, sources.paths()).register(api);
  }

  /** Removes what a tenant has; tells how many rows. */
  public long removeAll(Tx tx, OrgId org) {
    return mappings.removeAll(tx, org);
  }
}
