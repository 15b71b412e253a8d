package io.svc.server.apikeys;

import io.svc.server.config.Cidr;
import io.svc.server.http.ApiException;
import io.svc.server.http.ApiException.FieldError;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A request for a new key; omitted fields have defaults. A key that creates another one is its
 * parent: the new key exceeds it in nothing, and inherits omitted fields.
 *
 * @param life the lifetime of the key; empty for the default
 * @param isEndless whether the key has no expiry
 * @param allowedIps the allow-list; empty if it was not sent, an empty list for all addresses
 */
record KeyRequest(
    String name,
    Optional<Set<Scope>> scopes,
    Optional<Role> role,
    Optional<Duration> life,
    boolean isEndless,
    Optional<String> agentId,
    Optional<List<Cidr>> allowedIps) {
  private static final Duration USUAL_LIFE = Duration.ofDays(90);

  private static final Set<Scope> CERTIFYING =
      Set.of(Scope.CERTIFICATIONS_READ, Scope.CERTIFICATIONS_WRITE);

  /**
   * A key to be created.
   *
   * @param end the expiry; empty for none
   */
  record KeyParameters(
      String name,
      Set<Scope> scopes,
      Role role,
      Optional<Instant> end,
      Optional<String> agentId,
      List<Cidr> allowedIps) {}

  /**
   * Returns the key that a member creates.
   *
   * @throws ApiException when its rights would exceed the member's
   */
  KeyParameters of(Caller member, Instant now) {
    Set<Scope> requestedScopes = scopes.orElseGet(Scope::machine);
    Role requestedRole =
        role.orElseGet(() -> usualRole(member, requestedScopes, agentId.isPresent()));
    if (!member.covers(requestedRole)) {
      throw new ApiException(
          ErrorCode.ROLE_REQUIRED,
          "A key cannot have the role "
              + requestedRole
              + ", which has more permissions than yours.");
    }
    requireExpiry(member);
    return new KeyParameters(
        name,
        requestedScopes,
        requestedRole,
        isEndless ? Optional.empty() : Optional.of(now.plus(life.orElse(USUAL_LIFE))),
        agentId,
        allowedIps.orElse(List.of()));
  }

  /**
   * Returns the key that another key creates.
   *
   * @throws ApiException that names every field that would exceed its parent
   */
  KeyParameters of(Caller caller, ApiKeyRights parent, Instant now) {
    List<FieldError> errors = new ArrayList<>();
    Set<Scope> requestedScopes = scopes(parent, errors);
    Optional<String> agent = agent(parent, errors);
    Role requestedRole =
        role.orElseGet(() -> usualRole(caller, requestedScopes, agent.isPresent()));
    if (!caller.covers(requestedRole)) {
      errors.add(
          exceeds(
              "role",
              "The role "
                  + requestedRole
                  + " has more permissions than the parent key, which has the permissions of "
                  + caller.roles()
                  + "."));
    }
    Optional<Instant> end = end(parent, now, errors);
    checkAddresses(parent, errors);
    if (!errors.isEmpty()) {
      throw new ApiException(
          ErrorCode.FORBIDDEN,
          errors.stream().map(FieldError::message).collect(Collectors.joining(" ")),
          errors);
    }
    if (end.isEmpty()) {
      requireExpiry(caller);
    }
    return new KeyParameters(
        name,
        requestedScopes,
        requestedRole,
        end,
        agent,
        allowedIps.orElseGet(() -> ApiKeys.blocks(parent.key())));
  }

  private void requireExpiry(Caller caller) {
    if (isEndless && !caller.covers(Role.ADMIN)) {
      throw new ApiException(
          ErrorCode.ROLE_REQUIRED, "Only role_admin can create a key that does not expire.");
    }
  }

  private static FieldError exceeds(String field, String message) {
    return new FieldError("exceeds_parent", field, message);
  }

  private Set<Scope> scopes(ApiKeyRights parent, List<FieldError> errors) {
    if (scopes.isEmpty()) {
      EnumSet<Scope> inherited = EnumSet.copyOf(Scope.machine());
      inherited.retainAll(parent.scopes());
      if (inherited.isEmpty()) {
        String message =
            "\"scopes\" is missing, and the parent key has none of the default scopes.";
        throw new ApiException(
            ErrorCode.VALIDATION_FAILED,
            message,
            List.of(new FieldError("required", "scopes", message)));
      }
      return inherited;
    }
    String exceeding =
        scopes.get().stream()
            .filter(scope -> !parent.scopes().contains(scope))
            .sorted()
            .map(Scope::toString)
            .collect(Collectors.joining(", "));
    if (!exceeding.isEmpty()) {
      errors.add(exceeds("scopes", "The parent key does not have the scopes " + exceeding + "."));
    }
    return scopes.get();
  }

  private Optional<String> agent(ApiKeyRights parent, List<FieldError> errors) {
    Optional<String> bound = parent.agentId();
    if (bound.isPresent() && agentId.filter(id -> !id.equals(bound.get())).isPresent()) {
      errors.add(
          exceeds(
              "agentId",
              "The parent key is bound to the agent \""
                  + bound.get()
                  + "\"; its keys cannot be bound to another one."));
    }
    return bound.or(() -> agentId);
  }

  private Optional<Instant> end(ApiKeyRights parent, Instant now, List<FieldError> errors) {
    Optional<Instant> last = parent.end();
    Optional<Instant> requestedEnd =
        isEndless ? Optional.empty() : Optional.of(now.plus(life.orElse(USUAL_LIFE)));
    if (last.isEmpty() || requestedEnd.filter(end -> !end.isAfter(last.get())).isPresent()) {
      return requestedEnd;
    }
    if (isEndless || life.isPresent()) {
      errors.add(
          exceeds(
              "expiresInDays",
              (isEndless
                      ? "A key that does not expire"
                      : "A lifetime of " + life.get().toDays() + " days")
                  + " outlasts the parent key, which expires at "
                  + last.get()
                  + ". Omit \"expiresInDays\" to expire with it."));
    }
    return last;
  }

  private void checkAddresses(ApiKeyRights parent, List<FieldError> errors) {
    if (allowedIps.isEmpty() || parent.blocks().isEmpty()) {
      return;
    }
    if (allowedIps.get().isEmpty()) {
      errors.add(
          exceeds(
              "allowedIps",
              "The parent key has an allow-list of addresses, and the new key would have none."));
      return;
    }
    String exceeding =
        allowedIps.get().stream()
            .filter(
                block ->
                    !parent.blocks().stream()
                        .allMatch(
                            list -> list.stream().anyMatch(allowed -> allowed.contains(block))))
            .map(Cidr::toString)
            .collect(Collectors.joining(", "));
    if (!exceeding.isEmpty()) {
      errors.add(
          exceeds(
              "allowedIps",
              "The allow-list of the parent key does not contain " + exceeding + "."));
    }
  }

  /**
   * Returns the default role: operator, or, with the scope for certifications, approver if all
   * scopes are for certifications, and otherwise administrator. If the creator's rights do not
   * include that role, the default is a role that they include. Keys of agents cannot certify.
   */
  private static Role usualRole(Caller caller, Set<Scope> scopes, boolean isAgent) {
    Role needed = Role.OPERATOR;
    if (scopes.contains(Scope.CERTIFICATIONS_WRITE) && !isAgent) {
      boolean isAll = CERTIFYING.containsAll(scopes);
      needed = isAll ? Role.APPROVER : Role.ADMIN;
    }
    if (caller.covers(needed)) {
      return needed;
    }
    return List.of(Role.values()).stream()
        .filter(role -> role != Role.ADMIN && caller.covers(role))
        .findFirst()
        .orElse(Role.VIEWER);
  }
}
