package io.svc.server.credentials;

import io.svc.server.credentials.Mappings.MappingWithUses;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.Optional;

/**
 * A mapping in API responses: without its secret.
 *
 * @param secretVersion the version of a secret that is stored here
 */
record MappingView(
    String id,
    String pattern,
    SourceKind source,
    Optional<String> vaultMount,
    Optional<String> vaultPath,
    Optional<AuthType> authType,
    Optional<String> header,
    Optional<String> prefix,
    Optional<Long> secretVersion,
    boolean enabled,
    Optional<Instant> lastUsedAt,
    long useCount24h,
    Optional<String> lastError,
    Optional<Instant> lastErrorAt,
    Instant createdAt,
    Instant updatedAt,
    long version) {

  static MappingView of(OrgId org, MappingWithUses counted, Optional<VaultPaths> vault) {
    Mapping mapping = counted.mapping();
    boolean isInVault = mapping.source() == SourceKind.VAULT;
    return new MappingView(
        mapping.id(),
        mapping.pattern(),
        mapping.source(),
        vault.map(VaultPaths::mount).filter(any -> isInVault),
        vault
            .map(paths -> paths.path(org, mapping))
            .or(() -> present(mapping.vaultPath()))
            .filter(any -> isInVault),
        mapping.authType(),
        present(mapping.header()),
        present(mapping.prefix()),
        Optional.of(mapping.secretVersion()).filter(any -> !isInVault),
        mapping.enabled(),
        mapping.lastUsedAt(),
        counted.uses(),
        present(mapping.lastError()),
        mapping.lastErrorAt(),
        mapping.createdAt(),
        mapping.updatedAt(),
        mapping.version());
  }

  private static Optional<String> present(String text) {
    return Optional.of(text).filter(value -> !value.isEmpty());
  }
}
