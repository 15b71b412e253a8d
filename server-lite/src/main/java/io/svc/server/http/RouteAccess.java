package io.svc.server.http;

import io.javalin.security.RouteRole;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The access rules of a route: credential, permission, rate limit and body. Every route declares
 * them.
 *
 * @param credential the required credential
 * @param permission the permission that the caller's role requires; empty if authentication is
 *     enough
 * @param scope the required scope of a key
 * @param otherScope an alternative scope
 * @param needsTenant whether the caller must have a tenant
 * @param takesAgents whether a key that is bound to an agent may call the route; the route then
 *     checks that the call is for this agent
 * @param limit the rate-limit bucket that counts the call
 * @param body the accepted bodies
 */
public record RouteAccess(
    Credential credential,
    Optional<Permission> permission,
    Optional<Scope> scope,
    Optional<Scope> otherScope,
    boolean needsTenant,
    boolean takesAgents,
    RateLimitBucket limit,
    Body body)
    implements RouteRole {

  /** The credential that a route requires. */
  public enum Credential {
    /** No credential. */
    NONE,
    /** A session, or a key with the scope for the dashboard's API. */
    SESSION,
    /** A session; API keys are rejected. */
    SESSION_ONLY,
    /** A key. Cookies are ignored, so a web page cannot cause a browser to call the route. */
    KEY,
    /** A session or a key. */
    SESSION_OR_KEY
  }

  /**
   * The accepted bodies of a route.
   *
   * @param largest the maximum size in bytes
   * @param mayBeYaml whether YAML is accepted in addition to JSON
   * @param others additional media types, such as {@code application/x-protobuf}
   * @param isPassedOn whether request and response belong to another server: any body is accepted,
   *     and {@code Authorization} is for that server and not a credential of this one
   */
  public record Body(int largest, boolean mayBeYaml, Set<String> others, boolean isPassedOn) {
    private static final Body ORDINARY = new Body(1 << 20, false, Set.of(), false);

    public Body {
      others = Set.copyOf(others);
    }
  }

  private static RouteAccess of(
      Credential credential,
      Optional<Permission> permission,
      Optional<Scope> scope,
      boolean needsTenant,
      RateLimitBucket limit) {
    return new RouteAccess(
        credential, permission, scope, Optional.empty(), needsTenant, false, limit, Body.ORDINARY);
  }

  /** Access without a credential. */
  public static RouteAccess open(RateLimitBucket limit) {
    return of(Credential.NONE, Optional.empty(), Optional.empty(), false, limit);
  }

  /** Access for members with a permission. */
  public static RouteAccess session(Permission permission) {
    return of(
        Credential.SESSION,
        Optional.of(permission),
        Optional.of(Scope.DASHBOARD),
        true,
        RateLimitBucket.DASHBOARD);
  }

  /** Access for signed-in users, with or without a tenant. */
  public static RouteAccess signedIn() {
    return of(
        Credential.SESSION_ONLY,
        Optional.empty(),
        Optional.empty(),
        false,
        RateLimitBucket.DASHBOARD);
  }

  /** Access for keys with a scope. */
  public static RouteAccess key(Scope scope, RateLimitBucket limit) {
    return of(Credential.KEY, Optional.empty(), Optional.of(scope), true, limit);
  }

  /**
   * Access for members with a permission, and for keys with a scope whose role has the permission.
   */
  public static RouteAccess sessionOrKey(
      Permission permission, Scope scope, RateLimitBucket limit) {
    return of(Credential.SESSION_OR_KEY, Optional.of(permission), Optional.of(scope), true, limit);
  }

  /** The same access for members only; keys are rejected regardless of their scopes. */
  public RouteAccess withoutKeys() {
    return new RouteAccess(
        Credential.SESSION_ONLY,
        permission,
        Optional.empty(),
        Optional.empty(),
        needsTenant,
        takesAgents,
        limit,
        body);
  }

  /** The same access, also for keys that are bound to an agent; other routes reject them. */
  public RouteAccess forAgents() {
    return new RouteAccess(
        credential, permission, scope, otherScope, needsTenant, true, limit, body);
  }

  /** The same access, counted in another bucket. */
  public RouteAccess within(RateLimitBucket other) {
    return new RouteAccess(
        credential, permission, scope, otherScope, needsTenant, takesAgents, other, body);
  }

  /** The same access, with another scope for keys. */
  public RouteAccess withScope(Scope other) {
    return new RouteAccess(
        credential,
        permission,
        Optional.of(other),
        otherScope,
        needsTenant,
        takesAgents,
        limit,
        body);
  }

  /** The same access, with an alternative scope for keys. */
  public RouteAccess orScope(Scope other) {
    return new RouteAccess(
        credential, permission, scope, Optional.of(other), needsTenant, takesAgents, limit, body);
  }

  /** The same access, with another maximum body size. */
  public RouteAccess withBodyUpTo(int bytes) {
    return with(new Body(bytes, body.mayBeYaml(), body.others(), body.isPassedOn()));
  }

  /** The same access, for YAML bodies too. */
  public RouteAccess orYaml() {
    return with(new Body(body.largest(), true, body.others(), body.isPassedOn()));
  }

  /** The same access, for bodies of another media type too. */
  public RouteAccess orType(String type) {
    Set<String> more = new HashSet<>(body.others());
    more.add(type);
    return with(new Body(body.largest(), body.mayBeYaml(), more, body.isPassedOn()));
  }

  /** The same access, for requests that are forwarded to other servers. */
  public RouteAccess passingOn() {
    return with(new Body(body.largest(), body.mayBeYaml(), body.others(), true));
  }

  private RouteAccess with(Body other) {
    return new RouteAccess(
        credential, permission, scope, otherScope, needsTenant, takesAgents, limit, other);
  }
}
