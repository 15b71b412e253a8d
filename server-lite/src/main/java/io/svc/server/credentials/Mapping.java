package io.svc.server.credentials;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * A stored mapping of a pattern to a credential.
 *
 * @param pattern normalized
 * @param authType empty if the secret itself contains it
 * @param header the name of the header or parameter; empty for none
 * @param prefix empty for none
 * @param vaultPath the path that the tenant chose; empty for the path of the operator's template
 * @param sealed the sealed secret; empty if it is in a vault
 * @param secretVersion how often a secret was set here
 * @param lastError the reason why it was last unavailable; empty after a success
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

  /** Returns the identifier, and nothing sealed. */
  @Override
  public String toString() {
    return "Mapping[" + id + " " + pattern + " " + source + "]";
  }
}
