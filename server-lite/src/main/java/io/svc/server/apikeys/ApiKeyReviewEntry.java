package io.svc.server.apikeys;

import io.svc.server.http.Role;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A key in an access review, without anything that identifies or reveals its secret.
 *
 * @param status the status as in lists
 * @param isActive whether it can be used
 * @param scopes labels
 */
public record ApiKeyReviewEntry(
    String keyId,
    String name,
    String status,
    boolean isActive,
    Role role,
    List<String> scopes,
    Optional<String> agentId,
    String createdBy,
    Instant createdAt,
    Optional<Instant> expiresAt,
    Optional<Instant> revokedAt,
    Optional<Instant> lastUsedAt,
    long useCount) {
  public ApiKeyReviewEntry {
    scopes = List.copyOf(scopes);
  }

  static ApiKeyReviewEntry of(ApiKeyRights grant, Instant now) {
    ApiKey key = grant.key();
    ApiKey.Status status = grant.status(now);
    return new ApiKeyReviewEntry(
        key.keyId(),
        key.name(),
        status.toString(),
        status != ApiKey.Status.REVOKED && status != ApiKey.Status.EXPIRED,
        key.role(),
        List.of(key.scopes().split(" ", -1)),
        key.agentId(),
        key.createdBy(),
        key.createdAt(),
        key.expiresAt(),
        key.revokedAt().or(key::retiresAt),
        key.lastUsedAt(),
        key.useCount());
  }
}
