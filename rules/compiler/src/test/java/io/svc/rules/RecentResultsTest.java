package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentResultsTest {
  @Test
  void returns_the_result_of_an_equal_key_only() {
    RecentResults<String, Integer> results = new RecentResults<>(1);

    results.put("ab", 2);

    assertThat(results.get("ab")).isEqualTo(2);
    assertThat(results.get("abc")).isNull();
  }

  @Test
  void a_new_key_replaces_the_one_in_its_slot() {
    RecentResults<String, Integer> results = new RecentResults<>(1);
    results.put("ab", 2);

    results.put("abc", 3);

    assertThat(results.get("ab")).isNull();
    assertThat(results.get("abc")).isEqualTo(3);
  }

  @Test
  void long_texts_are_not_stored() {
    RecentResults<String, Integer> results = new RecentResults<>(1);

    results.put("a".repeat(1_001), 1_001);

    assertThat(results.get("a".repeat(1_001))).isNull();
  }
}
