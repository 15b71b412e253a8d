package io.svc.server.accounts;

import static java.util.Objects.requireNonNull;

import io.svc.server.db.OrgId;
import io.svc.server.http.Role;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A user.
 *
 * @param orgId the tenant; empty until the user creates or joins one
 * @param role the role in the tenant
 * @param passwordHash empty when the user signs in only through an identity provider
 * @param joinedAt when the user joined the tenant
 */
public record Account(
    String userId,
    Optional<OrgId> orgId,
    String username,
    String email,
    String name,
    Optional<Role> role,
    Status status,
    Optional<String> passwordHash,
    Instant createdAt,
    Optional<Instant> joinedAt,
    Optional<Instant> lastLoginAt) {

  /** The status of a user. */
  public enum Status {
    ACTIVE,
    DISABLED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Account {
    requireNonNull(userId, "userId is null");
    requireNonNull(orgId, "orgId is null");
    requireNonNull(username, "username is null");
    requireNonNull(email, "email is null");
    requireNonNull(name, "name is null");
    requireNonNull(role, "role is null");
    requireNonNull(status, "status is null");
    requireNonNull(passwordHash, "passwordHash is null");
    requireNonNull(createdAt, "createdAt is null");
    requireNonNull(joinedAt, "joinedAt is null");
    requireNonNull(lastLoginAt, "lastLoginAt is null");
  }

  /** Returns the user's name, and never the hash. */
  @Override
  public String toString() {
    return userId;
  }
}
