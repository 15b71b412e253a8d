package io.svc.server.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.OrgId;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Who asks.
 *
 * @param kind a member with a session, a program with a key, or nobody known
 * @param id of the user or the key; empty for nobody
 * @param name for people: the member's e-mail address, the key's name
 * @param org the tenant; empty for a user who has none yet
 * @param rights in the tenant; empty without a tenant
 * @param scopes of the key; empty for a member
 * @param agentId the agent that the key is bound to; empty for members and for other keys
 * @param credential hash of the session's or the key's secret, to find it again
 * @param origin where the request came from
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
    scopes = Set.copyOf(scopes);
  }

  /** A caller with one role who is not bound to an agent. */
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
    String own = roles();
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
  public void requireOwn(Fields sent) {
    sent.optionalText("org_id", LONGEST_ORG).ifPresent(this::requireOwn);
  }

  /**
   * Rejects a body with the {@code org_id}, in either spelling, of another organization. Blank
   * means absent: templates of workflow platforms send it so. Whether the operation has such a
   * field is checked elsewhere.
   */
  void requireOwn(JsonNode sent) {
    for (String name : List.of("org_id", "orgId")) {
      String named = sent.path(name).isTextual() ? sent.path(name).textValue().strip() : "";
      if (!named.isEmpty()) {
        requireOwn(named);
      }
    }
  }

  /** Rejects a query with the {@code org_id} of another organization. */
  void requireOwn(Query query) {
    query.text("org_id").ifPresent(this::requireOwn);
  }

  private void requireOwn(String named) {
    if (!named.equals(tenant().value())) {
      throw new ApiException(
          ErrorCode.ORG_MISMATCH,
          "You act for \""
              + tenant().value()
              + "\", and \"org_id\" names another organization. Leave it out, or use credentials of"
              + " that organization.");
    }
  }

  /** All that this caller may do. */
  public Set<Permission> permissions() {
    return rights.map(Rights::permissions).orElse(EnumSet.noneOf(Permission.class));
  }

  /** Whether this caller may do everything that a role grants. */
  public boolean covers(Role role) {
    return rights.filter(own -> own.covers(role)).isPresent();
  }

  /** The roles that limit this caller, for messages. */
  public String roles() {
    return rights.map(Rights::toString).orElse("a user without an organization");
  }

  /** The tenant of a caller who was let in because he has one. */
  public OrgId tenant() {
    return org.orElseThrow(
        () -> new ApiException(ErrorCode.FORBIDDEN, "Create an organization first."));
  }
}
