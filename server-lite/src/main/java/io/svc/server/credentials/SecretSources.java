package io.svc.server.credentials;

import io.svc.server.db.OrgId;
import java.util.Optional;

/** The sources of credentials: the store, and a Vault if there is one. */
final class SecretSources implements SecretSource {
  private final EmbeddedSecrets embedded;
  private final Optional<Vault> vault;

  /** The operator's Vault: its paths and its cache. */
  record Vault(VaultPaths paths, CachedSecrets secrets) {}

  SecretSources(EmbeddedSecrets embedded, Optional<Vault> vault) {
    this.embedded = embedded;
    this.vault = vault;
  }

  @Override
  public FetchedCredential fetch(OrgId org, Mapping mapping) throws CredentialUnavailableException {
    return switch (mapping.source()) {
      case EMBEDDED -> embedded.fetch(org, mapping);
      case VAULT -> cached().fetch(org, mapping);
    };
  }

  /** The same, without the cache. */
  FetchedCredential fetchUncached(OrgId org, Mapping mapping)
      throws CredentialUnavailableException {
    return switch (mapping.source()) {
      case EMBEDDED -> embedded.fetch(org, mapping);
      case VAULT -> cached().fetchUncached(org, mapping);
    };
  }

  private CachedSecrets cached() throws CredentialUnavailableException {
    return vault
        .map(Vault::secrets)
        .orElseThrow(
            () ->
                new CredentialUnavailableException(
                    "This server no longer has a vault; the operator sets vault_addr."));
  }

  EmbeddedSecrets embedded() {
    return embedded;
  }

  Optional<VaultPaths> paths() {
    return vault.map(Vault::paths);
  }

  void forget(OrgId org) {
    vault.ifPresent(vaultSource -> vaultSource.secrets().forget(org));
  }
}
