package io.svc.server.http;

import static java.util.Objects.requireNonNull;

import io.svc.server.db.OrgId;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Who asks.
 *
 * @param kind a member with a session, a program with a key, or nobody known
 * @param id of the user or the key; empty for nobody
 * @param name for people: the member's e-mail address, the key's name
 * @param org the tenant; empty for a user who has none yet
 * @param role in the tenant; empty without a tenant
 * @param scopes of the key; empty for a member
 * @param credential hash of the session's or the key's secret, to find it again
 * @param origin where the request came from
 */
public record Caller(
    Kind kind,
    String id,
    String name,
    Optional<OrgId> org,
    Optional<Role> role,
    Set<Scope> scopes,
    String credential,
    Origin origin) {

  /** What kind of caller. */
  public enum Kind {
    USER("user"),
    API_KEY("api_key"),
    ANONYMOUS("anonymous"),
    SYSTEM("system");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  /**
   * Where a request came from.
   *
   * @param ip address of the client
   * @param userAgent what the client calls itself
   * @param requestId of this request
   */
  public record Origin(String ip, String userAgent, String requestId) {
    /** Work of the service itself. */
    public static final Origin NONE = new Origin("", "", "");

    public Origin {
      requireNonNull(ip, "ip is null");
      requireNonNull(userAgent, "userAgent is null");
      requireNonNull(requestId, "requestId is null");
    }
  }

  public Caller {
    requireNonNull(kind, "kind is null");
    requireNonNull(id, "id is null");
    requireNonNull(name, "name is null");
    requireNonNull(org, "org is null");
    requireNonNull(role, "role is null");
    scopes = Set.copyOf(scopes);
    requireNonNull(credential, "credential is null");
    requireNonNull(origin, "origin is null");
  }

  /** Nobody known. */
  public static Caller anonymous(Origin origin) {
    return new Caller(
        Kind.ANONYMOUS, "", "", Optional.empty(), Optional.empty(), Set.of(), "", origin);
  }

  /** The service itself, at work for a tenant. */
  public static Caller system(String name, OrgId org) {
    return new Caller(
        Kind.SYSTEM,
        "",
        name,
        Optional.of(org),
        Optional.of(Role.ADMIN),
        Set.of(),
        "",
        Origin.NONE);
  }

  /** Whether this caller may do something. */
  public boolean may(Permission permission) {
    return permissions().contains(permission);
  }

  /**
   * Refuses a caller who may not do something: where one role alone may, by the name of the role.
   *
   * @throws ApiException when he may not
   */
  public void require(Permission permission) {
    if (may(permission)) {
      return;
    }
    String own = role.map(Role::toString).orElse("nobody without an organization");
    Optional<Role> sole = Role.soleHolderOf(permission);
    if (sole.isPresent()) {
      throw new ApiException(
          ErrorCode.ROLE_REQUIRED,
          "Only "
              + sole.get()
              + " may do this: it needs the permission \""
              + permission
              + "\", which "
              + own
              + " has not.");
    }
    throw new ApiException(
        ErrorCode.FORBIDDEN,
        "This needs the permission \"" + permission + "\", which " + own + " has not.");
  }

  /**
   * Refuses a body whose {@code org_id} names another organization than the caller's.
   *
   * @throws ApiException when it does
   */
  public void requireOwn(Fields body) {
    body.optionalText("org_id", 200)
        .filter(named -> !named.equals(tenant().value()))
        .ifPresent(
            named -> {
              throw new ApiException(
                  ErrorCode.ORG_MISMATCH,
                  "The API key belongs to \""
                      + tenant().value()
                      + "\", and \"org_id\" names another organization.");
            });
  }

  /** All that this caller may do. */
  public Set<Permission> permissions() {
    return role.map(Role::permissions).orElse(EnumSet.noneOf(Permission.class));
  }

  /** The tenant of a caller who was let in because he has one. */
  public OrgId tenant() {
    return org.orElseThrow(
        () -> new ApiException(ErrorCode.FORBIDDEN, "Create an organization first."));
  }
}
