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
 * @param orgId the tenant; empty until one was made or joined
 * @param role in the tenant
 * @param passwordHash empty when the user signs in by an identity provider alone
 * @param joinedAt when the tenant was joined
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

  /** Whether a user may sign in. */
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

  /** Says who, and never the hash. */
  @Override
  public String toString() {
    return userId;
  }
}
