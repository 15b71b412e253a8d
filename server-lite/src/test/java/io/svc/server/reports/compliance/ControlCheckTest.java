package io.svc.server.reports.compliance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The frameworks, and the checks that they name. */
class ControlCheckTest {
  @Test
  void every_check_of_a_control_is_there_and_every_check_is_used() {
    Set<String> used = new HashSet<>();
    for (Framework framework : Frameworks.all()) {
      framework.controls().forEach(control -> used.addAll(control.checks()));
    }

    assertThat(used).isEqualTo(ComplianceSource.ComplianceChecks.all().keySet());
  }

  @Test
  void every_framework_is_there_under_its_name_and_no_control_twice() {
    assertThat(Frameworks.all()).extracting(Framework::id).isEqualTo(Frameworks.names());
    for (Framework framework : Frameworks.all()) {
      assertThat(framework.controls()).extracting(Framework.Control::id).doesNotHaveDuplicates();
      assertThat(framework.source()).startsWith("https://");
    }
  }

  @Test
  void both_lists_of_owasp_are_whole() {
    assertThat(ids("owasp_agentic"))
        .isEqualTo(Stream.iterate(1, i -> i + 1).limit(10).map("ASI%02d"::formatted).toList());
    assertThat(ids("owasp_llm"))
        .isEqualTo(Stream.iterate(1, i -> i + 1).limit(10).map("LLM%02d:2025"::formatted).toList());
  }

  private static List<String> ids(String framework) {
    return Frameworks.find(framework).orElseThrow().controls().stream()
        .map(Framework.Control::id)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "PASS, PASS, PASS",
    "PASS, FAIL, PARTIAL",
    "PASS, NOT_EVALUATED, PARTIAL",
    "PARTIAL, FAIL, PARTIAL",
    "FAIL, FAIL, FAIL",
    "FAIL, NOT_EVALUATED, FAIL",
    "NOT_EVALUATED, NOT_EVALUATED, NOT_EVALUATED"
  })
  void a_control_passes_when_each_of_its_checks_does(
      ControlStatus one, ControlStatus other, ControlStatus expected) {
    assertThat(ControlStatus.of(List.of(one, other))).isEqualTo(expected);
    assertThat(ControlStatus.of(List.of(other, one))).isEqualTo(expected);
  }
}
