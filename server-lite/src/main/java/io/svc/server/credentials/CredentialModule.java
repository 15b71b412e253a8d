package io.svc.server.credentials;

import com.github.benmanes.caffeine.cache.Ticker;
import io.svc.server.FeatureModule;
import io.svc.server.SharedComponents;
import io.svc.server.config.ServerConfig;
import io.svc.server.egress.NetworkGuard;
import io.svc.server.egress.OutgoingClient;
import io.svc.server.http.Api;
import io.svc.server.tenants.TenantAdministration.TenantDataOwner;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;

/** Credentials of outgoing requests: mappings, encrypted secrets, the operator's Vault. */
public final class CredentialModule implements FeatureModule {
  /** Short, because an agent waits for the Vault. */
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final OutgoingClient client;
  private final SecretSources sources;
  private final Mappings mappings;
  private final EgressCredentials credentials;

  /**
   * Creates the feature.
   *
   * @param vault the Vault of the operator, if there is one
   * @param serverPort the port that this server listens on, to which it does not connect itself
   */
  public CredentialModule(
      SharedComponents core, Optional<ServerConfig.Vault> vault, IntSupplier serverPort) {
    this(
        core,
        vault,
        new OutgoingClient(NetworkGuard.ofOperator(serverPort), TIMEOUT),
        Ticker.systemTicker());
  }

  CredentialModule(
      SharedComponents core,
      Optional<ServerConfig.Vault> vault,
      OutgoingClient client,
      Ticker ticker) {
    this.client = client;
    this.sources =
        new SecretSources(
            new EmbeddedSecrets(core.keyring()),
            vault.map(settings -> vault(settings, client, ticker)));
    this.mappings =
        new Mappings(core.database(), core.identifiers(), core.clock(), core.audit(), sources);
    MappedCredentials mapped =
        new MappedCredentials(core.database(), core.tenants(), core.audit(), sources);
    this.credentials = new EgressCredentials(mapped::find, mapped::used);
  }

  private static SecretSources.Vault vault(
      ServerConfig.Vault settings, OutgoingClient client, Ticker ticker) {
    VaultPaths paths = new VaultPaths(settings.mount(), settings.path());
    return new SecretSources.Vault(
        paths,
        new CachedSecrets(new VaultSecrets(paths, new KeyValueVault(settings, client)), ticker));
  }

  /** The credentials for outbound requests. */
  public EgressCredentials credentials() {
    return credentials;
  }

  @Override
  public void register(Api api) {
    new CredentialRoutes(mappings, sources.paths()).register(api);
  }

  @Override
  public List<TenantDataOwner> tenantDataOwners() {
    return List.of(new TenantDataOwner("egress_credentials", mappings::removeAll));
  }

  @Override
  public void end() {
    client.close();
  }
}
