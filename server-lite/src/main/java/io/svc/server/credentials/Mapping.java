package io.svc.server.credentials;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * Which credential the requests of a pattern get, as it is stored.
 *
 * @param pattern in its one spelling
 * @param authType empty where the secret itself says it
 * @param header name of the header or parameter; empty for none
 * @param prefix empty for none
 * @param vaultPath where the tenant chose it; empty for the path that the operator's template makes
 * @param sealed the secret, sealed; empty where it lies in a vault
 * @param secretVersion how often a secret was set here
 * @param lastError why it could not be had last; empty when it could
 */
record Mapping(
    String id,
    String pattern,
    SourceKind source,
    Optional<AuthType> authType,
    String header,
    String prefix,
    String vaultPath,
    String sealed,
    long secretVersion,
    boolean enabled,
    Optional<Instant> lastUsedAt,
    String lastError,
    Optional<Instant> lastErrorAt,
    Instant createdAt,
    Instant updatedAt,
    long version) {

  Mapping {
    requireNonNull(id, "id is null");
    requireNonNull(pattern, "pattern is null");
    requireNonNull(source, "source is null");
    requireNonNull(authType, "authType is null");
    requireNonNull(header, "header is null");
    requireNonNull(prefix, "prefix is null");
    requireNonNull(vaultPath, "vaultPath is null");
    requireNonNull(sealed, "sealed is null");
    requireNonNull(lastUsedAt, "lastUsedAt is null");
    requireNonNull(lastError, "lastError is null");
    requireNonNull(lastErrorAt, "lastErrorAt is null");
    requireNonNull(createdAt, "createdAt is null");
    requireNonNull(updatedAt, "updatedAt is null");
  }

  EgressPattern parsed() {
    return EgressPattern.of(pattern);
  }

  /** Which, and nothing sealed. */
  @Override
  public String toString() {
    return "Mapping[" + id + " " + pattern + " " + source + "]";
  }
}
