package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.svc.rules.Rule;
import io.svc.rules.Rule.StructureTest;
import io.svc.rules.RuleSource;
import io.svc.rules.RuleSource.Example;
import io.svc.rules.catalog.RuleCatalog;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
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

  /** Tests that can speak against a secret but not for it. */
  private static final Set<StructureTest> PROVING_NOTHING =
      EnumSet.of(StructureTest.NONE, StructureTest.BASE64, StructureTest.CURVE25519);

  /** Tests of a part that a change elsewhere does not touch. */
  private static final Set<StructureTest> OF_A_PART =
      EnumSet.of(
          StructureTest.JWT,
          StructureTest.AWS_KEY_ID,
          StructureTest.BASE64_JSON,
          StructureTest.BASE64_FIELDS,
          StructureTest.BASE64_DIGITS,
          StructureTest.PEM,
          StructureTest.PPK,
          StructureTest.STS_TOKEN,
          StructureTest.SIGNING_KEY,
          StructureTest.MACAROON);

  @TestFactory
  Stream<DynamicTest> every_rule_with_a_test_has_a_sample_that_passes_it() {
    return TestRules.sources().stream()
        .filter(source -> !PROVING_NOTHING.contains(source.rule().structureTest()))
        .map(
            source ->
                dynamicTest(
                    source.rule().id(),
                    () -> assertThat(verifiedSamples(source)).as("verified samples").isNotEmpty()));
  }

  /** The near miss of every checksum: one character is another, and the proof is gone. */
  @TestFactory
  Stream<DynamicTest> a_damaged_checksum_verifies_nothing() {
    return TestRules.sources().stream()
        .filter(source -> !PROVING_NOTHING.contains(source.rule().structureTest()))
        .filter(source -> !OF_A_PART.contains(source.rule().structureTest()))
        .map(source -> dynamicTest(source.rule().id(), () -> assertDamaged(source)));
  }

  private static List<String> verifiedSamples(RuleSource source) {
    List<String> verified = new ArrayList<>();
    for (Example example : source.matches()) {
      for (String value : TestRules.samples(example, SEEDS)) {
        for (SecretMatch match : TestRules.find(example.name(), value)) {
          if (match.isVerified() && match.rule().id().equals(source.rule().id())) {
            verified.add(value.substring(match.start(), match.end()));
          }
        }
      }
    }
    return verified;
  }

  private static void assertDamaged(RuleSource source) {
    for (String secret : verifiedSamples(source)) {
      int index = secret.length() / 2;
      char other = secret.charAt(index) == 'c' ? 'd' : 'c';
      String damaged = secret.substring(0, index) + other + secret.substring(index + 1);

      assertThat(SecretStructureChecker.test(source.rule().structureTest(), damaged))
          .as(damaged)
          .isNotEqualTo(SecretStructureChecker.Verdict.CONFIRMED);
    }
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
