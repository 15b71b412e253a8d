package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.svc.rules.Rule;
import io.svc.rules.RuleSource;
import io.svc.rules.RuleSource.Example;
import io.svc.rules.catalog.RuleCatalog;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class RuleExamplesTest {
  private static final int SEEDS = 10;

  @TestFactory
  Stream<DynamicTest> every_rule_finds_its_matches_and_none_of_its_ignores() {
    return TestRules.sources().stream()
        .map(source -> dynamicTest(source.rule().id(), () -> assertExamples(source)));
  }

  @Test
  void the_shipped_index_is_that_of_the_rule_files() {
    var bundled = RuleCatalog.bundled();

    List<Rule> shipped = IntStream.range(0, bundled.size()).mapToObj(bundled::rule).toList();

    assertThat(shipped)
        .containsExactlyElementsOf(TestRules.sources().stream().map(RuleSource::rule).toList());
  }

  private static void assertExamples(RuleSource source) {
    String id = source.rule().id();
    for (Example example : source.matches()) {
      for (String value : TestRules.samples(example, SEEDS)) {
        assertThat(TestRules.found(example.name(), value))
            .as("%s = %s, filled as %s", example.name(), example.value(), value)
            .contains(id);
      }
    }
    for (Example example : source.ignores()) {
      for (String value : TestRules.samples(example, SEEDS)) {
        assertThat(TestRules.found(example.name(), value))
            .as("%s = %s, filled as %s", example.name(), example.value(), value)
            .doesNotContain(id);
      }
    }
  }
}
