package io.svc.server.http;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The permissions of a caller, which are the intersection of the permissions of several roles. A
 * member has one role. An API key is limited by its own role, by the current role of its owner and
 * by its parent. Roles have no total order, so the minimum of two roles is the intersection of
 * their permissions. If one role grants no more than another, the minimum is that role alone.
 *
 * @param roles the roles that all apply, without redundant ones
 */
public record Rights(Set<Role> roles) {
  public Rights {
    if (roles.isEmpty()) {
      throw new IllegalArgumentException("roles is empty");
    }
    roles = minimal(roles);
  }

  private static Set<Role> minimal(Collection<Role> all) {
    if (all.size() == 1) {
      return Set.copyOf(all);
    }
    return Collections.unmodifiableSet(
        all.stream()
            .filter(role -> all.stream().noneMatch(other -> other != role && role.covers(other)))
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Role.class))));
  }

  /** The rights of one role. */
  public static Rights of(Role role) {
    return new Rights(EnumSet.of(role));
  }

  /** The permissions that every role grants. */
  public Set<Permission> permissions() {
    List<Role> all = List.copyOf(roles);
    if (all.size() == 1) {
      return all.get(0).permissions();
    }
    EnumSet<Permission> common = EnumSet.allOf(Permission.class);
    all.forEach(role -> common.retainAll(role.permissions()));
    return Collections.unmodifiableSet(common);
  }

  /** Returns whether these rights include everything that a role grants. */
  public boolean covers(Role role) {
    return roles.stream().allMatch(granted -> granted.covers(role));
  }

  /** Returns whether these rights include everything that other rights grant. */
  public boolean covers(Rights other) {
    return permissions().containsAll(other.permissions());
  }

  /** Returns the roles in their order, as in audit entries and messages. */
  @Override
  public String toString() {
    return Stream.of(Role.values())
        .filter(roles::contains)
        .map(Role::toString)
        .collect(Collectors.joining(" and "));
  }
}
