package io.svc.server.invitations;

import static java.util.Objects.requireNonNull;

import io.svc.server.db.OrgId;
import io.svc.server.http.Role;
import java.time.Instant;
import java.util.Locale;

/**
 * An invitation. Its token is only in the link; the store has its hash.
 *
 * @param deliveryStatus the status of its mail: {@code not_configured}, {@code pending}, {@code
 *     delivered} or {@code failed}
 */
public record Invitation(
    OrgId orgId,
    String invitationId,
    String email,
    Role role,
    String message,
    Status status,
    String invitedBy,
    String deliveryStatus,
    Instant createdAt,
    Instant expiresAt) {

  /** The status of an invitation. */
  public enum Status {
    PENDING,
    ACCEPTED,
    REVOKED,
    /** Never stored: the status of a pending invitation after its expiry. */
    EXPIRED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Invitation {
    requireNonNull(orgId, "orgId is null");
    requireNonNull(invitationId, "invitationId is null");
    requireNonNull(email, "email is null");
    requireNonNull(role, "role is null");
    requireNonNull(message, "message is null");
    requireNonNull(status, "status is null");
    requireNonNull(invitedBy, "invitedBy is null");
    requireNonNull(deliveryStatus, "deliveryStatus is null");
    requireNonNull(createdAt, "createdAt is null");
    requireNonNull(expiresAt, "expiresAt is null");
  }

  /** Returns the invitation as revoked. */
  Invitation revoked() {
    return new Invitation(
        orgId,
        invitationId,
        email,
        role,
        message,
        Status.REVOKED,
        invitedBy,
        deliveryStatus,
        createdAt,
        expiresAt);
  }

  /** Returns the status at a time. */
  public Status statusAt(Instant now) {
    return status == Status.PENDING && !expiresAt.isAfter(now) ? Status.EXPIRED : status;
  }
}
