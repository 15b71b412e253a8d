package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.rules.Advisory.Range;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdvisoryTest {
  @ParameterizedTest
  @CsvSource({
    "'', GHSA-1",
    "CVE-2026-1, CVE-2026-1",
    "'PYSEC-2026-1 CVE-2026-2', CVE-2026-2",
    "'CVE-2026-3 CVE-2026-4', CVE-2026-3",
    "'cve-2026-1', GHSA-1",
    "'XCVE-2026-1', GHSA-1"
  })
  void it_is_known_by_its_cve_where_it_has_one(String aliases, String name) {
    List<String> all = aliases.isEmpty() ? List.of() : List.of(aliases.split(" ", -1));

    assertThat(advisory(all, List.of()).name()).isEqualTo(name);
  }

  @Test
  void the_fix_is_that_of_the_last_range() {
    assertThat(advisory(List.of(), List.of()).fixed()).isEmpty();
    assertThat(advisory(List.of(), List.of(new Range("0", "1.2.3", ""))).fixed())
        .isEqualTo("1.2.3");
    assertThat(
            advisory(
                    List.of(),
                    List.of(new Range("0", "1.2.3", ""), new Range("2.0.0", "2.1.0", "")))
                .fixed())
        .isEqualTo("2.1.0");
    assertThat(
            advisory(List.of(), List.of(new Range("0", "1.2.3", ""), new Range("2.0.0", "", "")))
                .fixed())
        .isEmpty();
    assertThat(advisory(List.of(), List.of(new Range("0", "", "1.2.3"))).fixed()).isEmpty();
  }

  @Test
  void its_lists_are_its_own() {
    List<String> aliases = new ArrayList<>(List.of("CVE-2026-1"));
    Advisory advisory = advisory(aliases, List.of());

    aliases.clear();

    assertThat(advisory.aliases()).containsExactly("CVE-2026-1");
    assertThatThrownBy(() -> advisory.versions().add("1.0.0"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  private static Advisory advisory(List<String> aliases, List<Range> ranges) {
    return new Advisory("GHSA-1", aliases, Severity.HIGH, "A summary", false, ranges, List.of());
  }
}
