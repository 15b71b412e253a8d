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
 * A key, without its secret, of which only the hash is stored.
 *
 * @param publicId the part of the key that names it
 * @param scopes labels, separated by blanks
 * @param allowedIps blocks of addresses, separated by blanks; empty for all
 * @param ownerId the owner; the owner's current role limits the key. The creator until a transfer
 * @param parentId the key that created this one; rotation preserves it
 * @param issuedTo who was told its text: whoever made it, or rotated the one before it
 * @param retiresAt until when a key that was rotated still works
 * @param rotatedFrom the key that this one took the place of
 * @param suspended whether an incident holds back the agent that it is bound to
 * @param ownerRole the current role of the owner; empty when the owner is no member any more
 * @param ownerStatus whether the owner may sign in; empty when the owner is no member any more
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

  /** A key that ends within this time is told as such. */
  private static final Duration SOON = Duration.ofDays(7);

  /** What can be said of a key. */
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

  /** Whether the owner can still answer for the key. */
  enum Owner {
    ACTIVE,
    LOCKED,
    /** The owner is no member of the organization any more. */
    REMOVED
  }

  Owner owner() {
    if (ownerRole.isEmpty() || ownerStatus.isEmpty()) {
      return Owner.REMOVED;
    }
    return ownerStatus.get() == Account.Status.ACTIVE ? Owner.ACTIVE : Owner.LOCKED;
  }

  /** The status of this key alone, without its parents. */
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
    boolean endsSoon = expiresAt.map(end -> end.minus(SOON).isBefore(now)).orElse(false);
    return endsSoon ? Status.EXPIRING : Status.ACTIVE;
  }

  /** Says which, and never the hash. */
  @Override
  public String toString() {
    return keyId;
  }
}
