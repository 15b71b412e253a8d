package io.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RightsTest {
  @Test
  void the_minimum_of_any_two_roles_is_what_both_grant() {
    for (Role first : Role.values()) {
      for (Role other : Role.values()) {
        Set<Permission> common = EnumSet.copyOf(first.permissions());
        common.retainAll(other.permissions());
        Rights both = new Rights(EnumSet.of(first, other));

        assertThat(both.permissions()).as("%s and %s", first, other).isEqualTo(common);
        assertThat(both).isEqualTo(new Rights(EnumSet.of(other, first)));
        for (Role role : Role.values()) {
          assertThat(both.covers(role)).isEqualTo(common.containsAll(role.permissions()));
        }
      }
    }
  }

  @Test
  void a_role_that_grants_more_than_another_is_redundant() {
    Rights rights = new Rights(EnumSet.of(Role.ADMIN, Role.OPERATOR));

    assertThat(rights).isEqualTo(Rights.of(Role.OPERATOR)).hasToString("role_operator");
    assertThat(Rights.of(Role.ADMIN).covers(rights)).isTrue();
    assertThat(rights.covers(Rights.of(Role.ADMIN))).isFalse();
  }

  @Test
  void roles_without_an_order_are_both_named() {
    assertThat(new Rights(EnumSet.of(Role.AUDITOR, Role.OPERATOR)))
        .hasToString("role_operator and role_auditor");
    assertThatThrownBy(() -> new Rights(Set.of())).isInstanceOf(IllegalArgumentException.class);
  }
}
