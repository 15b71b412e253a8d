package io.svc.server.apikeys;

import static java.util.Objects.requireNonNull;

import io.svc.server.accounts.Account;
import io.svc.server.db.OrgId;
import io.svc.server.http.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * An API key, without its secret; only the hash is stored.
 *
 * @param publicId the part of the key that identifies it
 * @param scopes labels, separated by blanks
 * @param allowedIps CIDR blocks, separated by blanks; empty for all
 * @param ownerId the owner; the owner's current role limits the key. The creator until a transfer
 * @param parentId the key that created this one; rotation preserves it
 * @param issuedTo the recipient of the secret: the caller who created or rotated the key
 * @param retiresAt until when a rotated key still works
 * @param rotatedFrom the key that this one replaced
 * @param suspended whether an incident contains the agent that it is bound to
 * @param ownerRole the current role of the owner; empty when the owner is no longer a member
 * @param ownerStatus the owner's status; empty when the owner is no longer a member
 */
record ApiKey(
    OrgId orgId,
    String keyId,
    String publicId,
    String secretHash,
    String name,
    String last4,
    String scopes,
    Role role,
    Optional<String> agentId,
    String allowedIps,
    String createdBy,
    String ownerId,
    Optional<String> parentId,
    String issuedTo,
    Instant createdAt,
    Optional<Instant> expiresAt,
    Optional<Instant> revokedAt,
    Optional<Instant> retiresAt,
    Optional<String> rotatedFrom,
    Optional<Instant> lastUsedAt,
    String lastUsedIp,
    long useCount,
    boolean suspended,
    Optional<Role> ownerRole,
    Optional<Account.Status> ownerStatus) {

  /** A key that expires within this time is reported as expiring. */
  private static final Duration EXPIRY_NOTICE = Duration.ofDays(7);

  /** The status of a key. */
  enum Status {
    ACTIVE,
    EXPIRING,
    EXPIRED,
    ROTATED,
    /** It works again when its agent is released, or when it has an active owner again. */
    SUSPENDED,
    REVOKED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  ApiKey {
    requireNonNull(orgId, "orgId is null");
    requireNonNull(keyId, "keyId is null");
    requireNonNull(publicId, "publicId is null");
    requireNonNull(secretHash, "secretHash is null");
    requireNonNull(name, "name is null");
    requireNonNull(scopes, "scopes is null");
    requireNonNull(role, "role is null");
  }

  /** The status of the owner. */
  enum Owner {
    ACTIVE,
    LOCKED,
    /** The owner is no longer a member of the organization. */
    REMOVED
  }

  Owner owner() {
    if (ownerRole.isEmpty() || ownerStatus.isEmpty()) {
      return Owner.REMOVED;
    }
    return ownerStatus.get() == Account.Status.ACTIVE ? Owner.ACTIVE : Owner.LOCKED;
  }

  /** Returns the status of this key alone, without its parents. */
  Status status(Instant now) {
    if (revokedAt.isPresent() || retiresAt.map(end -> !end.isAfter(now)).orElse(false)) {
      return Status.REVOKED;
    }
    if (expiresAt.map(end -> !end.isAfter(now)).orElse(false)) {
      return Status.EXPIRED;
    }
    if (suspended || owner() != Owner.ACTIVE) {
      return Status.SUSPENDED;
    }
    if (retiresAt.isPresent()) {
      return Status.ROTATED;
    }
    boolean isExpiringSoon =
        expiresAt.map(end -> end.minus(EXPIRY_NOTICE).isBefore(now)).orElse(false);
    return isExpiringSoon ? Status.EXPIRING : Status.ACTIVE;
  }

  /** Returns the identifier, and never the hash. */
  @Override
  public String toString() {
    return keyId;
  }
}
