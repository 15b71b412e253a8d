package io.svc.server.apikeys;

import io.svc.server.http.Rights;
import io.svc.server.http.Role;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A key of a member, as responses to changes of that member list it, without anything that
 * identifies or reveals its secret.
 *
 * @param role the role of the key itself
 * @param effectiveRoles the roles that limit the key now; it has the permissions that all of them
 *     have
 * @param status as lists show it
 */
public record MemberApiKey(
    String id,
    String name,
    Role role,
    Set<Role> effectiveRoles,
    List<String> scopes,
    String status,
    Optional<String> agentId) {
  public MemberApiKey {
    scopes = List.copyOf(scopes);
  }

  static MemberApiKey of(ApiKeyRights key, Instant now) {
    return new MemberApiKey(
        key.key().keyId(),
        key.key().name(),
        key.key().role(),
        key.rights().map(Rights::roles).orElse(Set.of()),
        key.scopes().stream().sorted().map(Object::toString).toList(),
        key.status(now).toString(),
        key.agentId());
  }
}
