package io.svc.server.http;

import io.javalin.security.RouteRole;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Who may call a route, how often, and with what. Every route declares it.
 *
 * @param credential what the caller must show
 * @param permission which the caller's role must have; empty where being signed in is enough
 * @param scope which a key must have
 * @param otherScope which does as well
 * @param needsTenant whether the caller must belong to a tenant already
 * @param takesAgents whether a key that is bound to an agent may call it; the route then checks
 *     that the call is for no other agent
 * @param limit the bucket that a call is counted in
 * @param body what may come with it
 */
public record Access(
    Credential credential,
    Optional<Permission> permission,
    Optional<Scope> scope,
    Optional<Scope> otherScope,
    boolean needsTenant,
    boolean takesAgents,
    Limit limit,
    Body body)
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

  /**
   * What may come with a call.
   *
   * @param largest in bytes; larger ones are refused
   * @param mayBeYaml in place of JSON
   * @param others types that are taken besides, such as {@code application/x-protobuf}
   * @param isPassedOn whether request and answer are those of another server, so that the body may
   *     be anything, and {@code Authorization} is meant for that server and no credential here
   */
  public record Body(int largest, boolean mayBeYaml, Set<String> others, boolean isPassedOn) {
    private static final Body ORDINARY = new Body(1 << 20, false, Set.of(), false);

    public Body {
      others = Set.copyOf(others);
    }
  }

  private static Access of(
      Credential credential,
      Optional<Permission> permission,
      Optional<Scope> scope,
      boolean needsTenant,
      Limit limit) {
    return new Access(
        credential, permission, scope, Optional.empty(), needsTenant, false, limit, Body.ORDINARY);
  }

  /** Anybody. */
  public static Access open(Limit limit) {
    return of(Credential.NONE, Optional.empty(), Optional.empty(), false, limit);
  }

  /** A member who may do this. */
  public static Access session(Permission permission) {
    return of(
        Credential.SESSION,
        Optional.of(permission),
        Optional.of(Scope.DASHBOARD),
        true,
        Limit.DASHBOARD);
  }

  /** A signed-in user, whether he has a tenant already or not. */
  public static Access signedIn() {
    return of(Credential.SESSION_ONLY, Optional.empty(), Optional.empty(), false, Limit.DASHBOARD);
  }

  /** A key with a scope. */
  public static Access key(Scope scope, Limit limit) {
    return of(Credential.KEY, Optional.empty(), Optional.of(scope), true, limit);
  }

  /** A member who may do this, or a key with a scope whose role may. */
  public static Access sessionOrKey(Permission permission, Scope scope, Limit limit) {
    return of(Credential.SESSION_OR_KEY, Optional.of(permission), Optional.of(scope), true, limit);
  }

  /** A member who may do this, and no key, whatever its scopes. */
  public Access withoutKeys() {
    return new Access(
        Credential.SESSION_ONLY,
        permission,
        Optional.empty(),
        Optional.empty(),
        needsTenant,
        takesAgents,
        limit,
        body);
  }

  /** The same, also for keys that are bound to an agent; other routes reject them. */
  public Access forAgents() {
    return new Access(credential, permission, scope, otherScope, needsTenant, true, limit, body);
  }

  /** The same, counted in another bucket. */
  public Access within(Limit other) {
    return new Access(
        credential, permission, scope, otherScope, needsTenant, takesAgents, other, body);
  }

  /** The same, for keys with another scope instead. */
  public Access withScope(Scope other) {
    return new Access(
        credential,
        permission,
        Optional.of(other),
        otherScope,
        needsTenant,
        takesAgents,
        limit,
        body);
  }

  /** The same, for keys with another scope too. */
  public Access orScope(Scope other) {
    return new Access(
        credential, permission, scope, Optional.of(other), needsTenant, takesAgents, limit, body);
  }

  /** The same, with another bound for the body. */
  public Access withBodyUpTo(int bytes) {
    return with(new Body(bytes, body.mayBeYaml(), body.others(), body.isPassedOn()));
  }

  /** The same, for a body that may be YAML too. */
  public Access orYaml() {
    return with(new Body(body.largest(), true, body.others(), body.isPassedOn()));
  }

  /** The same, for bodies of another type too. */
  public Access orType(String type) {
    Set<String> more = new HashSet<>(body.others());
    more.add(type);
    return with(new Body(body.largest(), body.mayBeYaml(), more, body.isPassedOn()));
  }

  /** The same, for what is passed on to other servers. */
  public Access passingOn() {
    return with(new Body(body.largest(), body.mayBeYaml(), body.others(), true));
  }

  private Access with(Body other) {
    return new Access(
        credential, permission, scope, otherScope, needsTenant, takesAgents, limit, other);
  }
}
