package io.svc.server.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.OrgId;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The caller of a request.
 *
 * @param kind a member with a session, a program with a key, or an anonymous caller
 * @param id the identifier of the user or the key; empty for an anonymous caller
 * @param name the member's email address or the key's name
 * @param org the tenant; empty for a user without one
 * @param rights the rights in the tenant; empty without a tenant
 * @param scopes the scopes of the key; empty for a member
 * @param agentId the agent that the key is bound to; empty for members and for other keys
 * @param credential the hash of the session's or the key's secret, for lookups
 * @param origin the origin of the request
 */
public record Caller(
    Kind kind,
    String id,
    String name,
    Optional<OrgId> org,
    Optional<Rights> rights,
    Set<Scope> scopes,
    Optional<String> agentId,
    String credential,
    Origin origin) {
  private static final int LONGEST_ORG = 200;

  /** The kind of a caller. */
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
   * The origin of a request.
   *
   * @param ip the address of the client
   * @param userAgent the {@code User-Agent} of the client
   * @param requestId the identifier of the request
   */
  public record Origin(String ip, String userAgent, String requestId) {
    /** The origin of work of the service itself. */
    public static final Origin NONE = new Origin("", "", "");

    public Origin {
      requireNonNull(ip, "ip is null");
      requireNonNull(userAgent, "userAgent is null");
      requireNonNull(requestId, "requestId is null");
    }
  }

  public Caller {
    scopes = Set.copyOf(scopes);
  }

  /** Creates a caller with one role who is not bound to an agent. */
  public Caller(
      Kind kind,
      String id,
      String name,
      Optional<OrgId> org,
      Optional<Role> role,
      Set<Scope> scopes,
      String credential,
      Origin origin) {
    this(kind, id, name, org, role.map(Rights::of), scopes, Optional.empty(), credential, origin);
  }

  /** An anonymous caller. */
  public static Caller anonymous(Origin origin) {
    return new Caller(
        Kind.ANONYMOUS, "", "", Optional.empty(), Optional.empty(), Set.of(), "", origin);
  }

  /** The service itself, when it works for a tenant. */
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

  /** Returns whether this caller has a permission. */
  public boolean may(Permission permission) {
    return permissions().contains(permission);
  }

  /**
   * Rejects a caller without a permission. The message names the role if only one role has the
   * permission.
   *
   * @throws ApiException when the caller lacks the permission
   */
  public void require(Permission permission) {
    if (may(permission)) {
      return;
    }
    String callerRoles = roles();
    Optional<Role> sole = Role.onlyRoleWith(permission);
    if (sole.isPresent()) {
      throw new ApiException(
          ErrorCode.ROLE_REQUIRED,
          "Only "
              + sole.get()
              + " can do this: it requires the permission \""
              + permission
              + "\", which "
              + callerRoles
              + " does not have.");
    }
    throw new ApiException(
        ErrorCode.FORBIDDEN,
        "This requires the permission \""
            + permission
            + "\", which "
            + callerRoles
            + " does not have.");
  }

  /**
   * Rejects a call for an agent that the key is not bound to.
   *
   * @param actingId the agent of the call; empty if it is unknown
   * @throws ApiException when the key is bound to another agent
   */
  public void requireAgent(Optional<String> actingId) {
    if (agentId.isPresent() && !agentId.equals(actingId)) {
      throw new ApiException(
          ErrorCode.FORBIDDEN,
          "The API key is bound to the agent \""
              + agentId.get()
              + "\" and cannot act for another one.");
    }
  }

  /**
   * Rejects an object with the {@code org_id} of another organization. {@link Call} does so for the
   * query and the body of every request; elements of lists, such as events, are checked one by one.
   *
   * @throws ApiException {@code org_mismatch} when it does
   */
  public void requireOwnOrg(Fields sent) {
    sent.optionalText("org_id", LONGEST_ORG).ifPresent(this::requireOwnOrg);
  }

  /**
   * Rejects a body with the {@code org_id}, in either spelling, of another organization. A blank
   * value counts as absent, because templates of workflow platforms send it. Other code checks
   * whether the operation has such a field.
   */
  void requireOwnOrg(JsonNode sent) {
    for (String name : List.of("org_id", "orgId")) {
      String named = sent.path(name).isTextual() ? sent.path(name).textValue().strip() : "";
      if (!named.isEmpty()) {
        requireOwnOrg(named);
      }
    }
  }

  /** Rejects a query with the {@code org_id} of another organization. */
  void requireOwnOrg(Query query) {
    query.text("org_id").ifPresent(this::requireOwnOrg);
  }

  private void requireOwnOrg(String named) {
    if (!named.equals(tenant().value())) {
      throw new ApiException(
          ErrorCode.ORG_MISMATCH,
          "You act for \""
              + tenant().value()
              + "\", and \"org_id\" names another organization. Leave it out, or use credentials of"
              + " that organization.");
    }
  }

  /** All permissions of this caller. */
  public Set<Permission> permissions() {
    return rights.map(Rights::permissions).orElse(EnumSet.noneOf(Permission.class));
  }

  /** Returns whether this caller has every permission of a role. */
  public boolean covers(Role role) {
    return rights.filter(granted -> granted.covers(role)).isPresent();
  }

  /** The roles that limit this caller, for messages. */
  public String roles() {
    return rights.map(Rights::toString).orElse("a user without an organization");
  }

  /** The tenant of a caller whose route requires one. */
  public OrgId tenant() {
    return org.orElseThrow(
        () -> new ApiException(ErrorCode.FORBIDDEN, "Create an organization first."));
  }
}
