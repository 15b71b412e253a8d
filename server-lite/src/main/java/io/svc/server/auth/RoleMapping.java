package io.svc.server.auth;

import io.svc.server.http.Role;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Maps the groups of an identity provider to roles. The first entry, in configured order, with a
 * group of the member applies, regardless of the order of the member's groups. A member of none of
 * the groups is a viewer.
 *
 * @param roleOfGroup in configured order; empty when roles are assigned in this service only
 */
record RoleMapping(Map<String, Role> roleOfGroup) {
  RoleMapping {
    roleOfGroup = Collections.unmodifiableMap(new LinkedHashMap<>(roleOfGroup));
  }

  /**
   * Creates a mapping from groups to labels of roles.
   *
   * @throws IllegalArgumentException for an unknown role
   */
  static RoleMapping of(Map<String, String> labelOfGroup) {
    Map<String, Role> roles = new LinkedHashMap<>();
    labelOfGroup.forEach((group, label) -> roles.put(group, role(label)));
    return new RoleMapping(roles);
  }

  private static Role role(String label) {
    return Stream.of(Role.values())
        .filter(role -> role.toString().equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("\"" + label + "\" is not a role"));
  }

  /** Returns the role of a member of some groups; empty when no mapping is configured. */
  Optional<Role> roleOf(Collection<String> groups) {
    if (roleOfGroup.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        roleOfGroup.entrySet().stream()
            .filter(entry -> groups.contains(entry.getKey()))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse(Role.VIEWER));
  }
}
