package io.svc.server.policies.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the description of the language shows is so. */
class PolicyDocTest {
  private static final String DOCUMENT = document();
  private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  private static String document() {
    try {
      return Files.readString(
          Path.of(System.getProperty("project.root", "..")).resolve("docs/policies.md"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<String> examples() {
    return EXAMPLE.matcher(DOCUMENT).results().map(result -> result.group(1)).toList();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void every_example_is_a_policy_whose_tests_pass(String example) {
    PolicyCheckResult checked = Sample.DSL.check(example);

    assertThat(checked.errors()).isEmpty();
    assertThat(checked.warnings()).isEmpty();
    assertThat(checked.tests()).isNotEmpty();
  }

  @Test
  void nothing_that_can_be_written_is_left_out() {
    for (MatchFact dimension : MatchFact.values()) {
      assertThat(DOCUMENT).contains("`" + dimension.key() + "`");
    }
    for (String key :
        List.of(
            MatchCriteria.HOST_NOT,
            MatchCriteria.CIDR,
            MatchCriteria.PORT,
            "time.days",
            "time.hours")) {
      assertThat(DOCUMENT).contains("`" + key + "`");
    }
    for (String key : RuleReader.KEYS) {
      assertThat(DOCUMENT).contains("| `" + key + "` |");
    }
    for (String variable : Conditions.names()) {
      assertThat(DOCUMENT).contains("`" + variable + "`");
    }
    for (String fact : TestReader.INPUT) {
      assertThat(DOCUMENT).contains("`" + fact + "`");
    }
    for (Object word :
        List.of(
            Effect.values(), ExecutionRoute.Mode.values(), RedactionObligation.Operator.values())) {
      for (Object label : (Object[]) word) {
        assertThat(DOCUMENT).contains("`" + label + "`");
      }
    }
  }

  @Test
  void the_limits_are_those_of_the_reader() {
    assertThat(DOCUMENT)
        .contains(
            YamlDocument.LARGEST / 1024
                + " KiB, "
                + RuleReader.MAX
                + " rules, "
                + TestReader.MAX
                + " tests, "
                + YamlDocument.DEPTH
                + " levels.")
        .contains(String.format(Locale.ROOT, "%,d characters", Conditions.LONGEST));
  }
}
