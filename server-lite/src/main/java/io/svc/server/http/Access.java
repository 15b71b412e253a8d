package io.svc.server.http;

import static java.util.Objects.requireNonNull;

import io.javalin.security.RouteRole;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Who may call a route, how often, and with how much. Every route declares it.
 *
 * @param credential what the caller must show
 * @param permission which the caller's role must have; empty where being signed in is enough
 * @param scope which a key must have
 * @param needsTenant whether the caller must belong to a tenant already
 * @param limit the bucket that a call is counted in
 * @param largestBody in bytes; larger ones are refused
 * @param takesYaml whether a body may be YAML in place of JSON
 * @param others types of bodies that are taken besides, such as {@code application/x-protobuf}
 */
public record Access(
    Credential credential,
    Optional<Permission> permission,
    Optional<Scope> scope,
    boolean needsTenant,
    Limit limit,
    int largestBody,
    boolean takesYaml,
    Set<String> others)
    implements RouteRole {

  /** What a caller must show. */
  public enum Credential {
    /** Nothing. */
    NONE,
    /** A session, or a key with the scope for the dashboard's API. */
    SESSION,
    /** A session; no key will do. */
    SESSION_ONLY,
    /** A key; a cookie is not looked at, so no page can make a browser call this. */
    KEY,
    /** Either. */
    SESSION_OR_KEY
  }

  private static final int ORDINARY_BODY = 1 << 20;

  public Access {
    requireNonNull(credential, "credential is null");
    requireNonNull(permission, "permission is null");
    requireNonNull(scope, "scope is null");
    requireNonNull(limit, "limit is null");
    others = Set.copyOf(others);
  }

  /** Anybody. */
  public static Access open(Limit limit) {
    return new Access(
        Credential.NONE,
        Optional.empty(),
        Optional.empty(),
        false,
        limit,
        ORDINARY_BODY,
        false,
        Set.of());
  }

  /** A member who may do this. */
  public static Access session(Permission permission) {
    return new Access(
        Credential.SESSION,
        Optional.of(permission),
        Optional.of(Scope.DASHBOARD),
        true,
        Limit.DASHBOARD,
        ORDINARY_BODY,
        false,
        Set.of());
  }

  /** A signed-in user, whether he has a tenant already or not. */
  public static Access signedIn() {
    return new Access(
        Credential.SESSION_ONLY,
        Optional.empty(),
        Optional.empty(),
        false,
        Limit.DASHBOARD,
        ORDINARY_BODY,
        false,
        Set.of());
  }

  /** A key with a scope. */
  public static Access key(Scope scope, Limit limit) {
    return new Access(
        Credential.KEY,
        Optional.empty(),
        Optional.of(scope),
        true,
        limit,
        ORDINARY_BODY,
        false,
        Set.of());
  }

  /** A member who may do this, or a key with a scope whose role may. */
  public static Access sessionOrKey(Permission permission, Scope scope, Limit limit) {
    return new Access(
        Credential.SESSION_OR_KEY,
        Optional.of(permission),
        Optional.of(scope),
        true,
        limit,
        ORDINARY_BODY,
        false,
        Set.of());
  }

  /** A member who may do this, and no key, whatever its scopes. */
  public Access withoutKeys() {
    return new Access(
        Credential.SESSION_ONLY,
        permission,
        Optional.empty(),
        needsTenant,
        limit,
        largestBody,
        takesYaml,
        others);
  }

  /** The same, counted in another bucket. */
  public Access within(Limit other) {
    return new Access(
        credential, permission, scope, needsTenant, other, largestBody, takesYaml, others);
  }

  /** The same, with another bound for the body. */
  public Access withBodyUpTo(int bytes) {
    return new Access(credential, permission, scope, needsTenant, limit, bytes, takesYaml, others);
  }

  /** The same, for a body that may be YAML too. */
  public Access orYaml() {
    return new Access(credential, permission, scope, needsTenant, limit, largestBody, true, others);
  }

  /** The same, for bodies of another type too. */
  public Access orType(String type) {
    Set<String> more = new HashSet<>(others);
    more.add(type);
    return new Access(
        credential, permission, scope, needsTenant, limit, largestBody, takesYaml, more);
  }
}
