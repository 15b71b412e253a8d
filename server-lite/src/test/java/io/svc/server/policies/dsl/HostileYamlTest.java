package io.svc.server.policies.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HostileYamlTest {
  private static final String GOOD = Sample.policy("- {id: a, effect: deny}\n");

  private static String rejectionOf(String yaml) {
    PolicyCheckResult checked = Sample.DSL.check(yaml);
    assertThat(checked.valid()).isFalse();
    assertThat(checked.compiled()).isEmpty();
    assertThat(checked.errors())
        .allSatisfy(
            problem ->
                assertThat(problem.message())
                    .doesNotContain("snakeyaml", "Exception", "java.util"));
    PolicyProblem first = checked.errors().get(0);
    return first.code() + " " + first.line() + ":" + first.column();
  }

  @Test
  void a_document_of_256_kib_is_the_largest() {
    String full = GOOD + "#" + "x".repeat(256 * 1024 - GOOD.length() - 1);

    assertThat(Sample.DSL.check(full).valid()).isTrue();
    assertThat(rejectionOf(full + "x")).isEqualTo("document_too_large 1:1");
    assertThat(rejectionOf(GOOD + "#" + "é".repeat(140_000))).isEqualTo("document_too_large 1:1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "# nothing\n", "---\n...\n"})
  void an_empty_document_is_reported(String yaml) {
    assertThat(rejectionOf(yaml)).matches("(empty_document|wrong_type) .*");
  }

  @ParameterizedTest
  @CsvSource({
    "'[a, b]', wrong_type 1:1",
    "just text, wrong_type 1:1",
    "'{', yaml_syntax 1:2",
    "'a: b: c', yaml_syntax 1:5",
    "'\"x', yaml_syntax 1:3"
  })
  void what_is_no_policy_is_rejected_where_it_goes_wrong(String yaml, String expected) {
    assertThat(rejectionOf(yaml)).isEqualTo(expected);
  }

  @Test
  void a_tab_is_reported_with_its_place() {
    assertThat(rejectionOf("version: 1\n\tmetadata: x\n")).startsWith("yaml_syntax 2:");
  }

  @Test
  void a_second_document_is_rejected() {
    assertThat(rejectionOf(GOOD + "---\nversion: 1\n")).isEqualTo("multiple_documents 5:1");
  }

  @Test
  void a_key_that_is_there_twice_is_rejected_at_any_depth() {
    assertThat(rejectionOf("version: 1\nversion: 1\n")).isEqualTo("duplicate_key 2:1");
    assertThat(rejectionOf(Sample.policy("- {id: a, effect: deny, \"effect\": allow}")))
        .isEqualTo("duplicate_key 4:25");
    assertThat(
            rejectionOf(
                GOOD
                    + "tests:\n- {name: t, input: {action: x, args: {k: {a: 1, a: 2}}}, "
                    + "expect: {effect: deny}}"))
        .startsWith("duplicate_key 6:");
  }

  @Test
  void depth_is_limited() {
    assertThat(rejectionOf("a: " + "[".repeat(65) + "]".repeat(65))).isEqualTo("too_deep 1:67");
    assertThat(rejectionOf("a: " + "[".repeat(100_000))).startsWith("too_deep");
    assertThat(rejectionOf("a: " + "{a: ".repeat(50_000))).startsWith("too_deep");
    assertThat(rejectionOf("- ".repeat(50_000))).startsWith("too_deep");
  }

  @Test
  void aliases_that_grow_too_large_are_rejected() {
    StringBuilder laughs = new StringBuilder("a: &a [x, x, x, x, x, x, x, x, x, x]\n");
    for (char c = 'b'; c <= 'i'; c++) {
      String previous = "*" + (char) (c - 1);
      laughs.append(c).append(": &").append(c).append(" [").append(previous);
      laughs.append((", " + previous).repeat(9)).append("]\n");
    }
    assertThat(rejectionOf(laughs.toString())).startsWith("alias_expansion");
  }

  @Test
  void aliases_that_do_not_are_taken() {
    String yaml =
        Sample.policy(
            """
            - {id: a, effect: deny, match: {tool: &shells [bash, sh]}}
            - {id: b, effect: warn, match: {tool: *shells, server: x}}
            """);

    assertThat(Sample.compiled(yaml).rules()).hasSize(2);
  }

  @Test
  void an_alias_within_itself_is_rejected() {
    assertThat(rejectionOf("a: &a [*a]")).isEqualTo("alias_recursive 1:4");
    assertThat(rejectionOf("&a {a: *a}")).isEqualTo("alias_recursive 1:1");
    assertThat(rejectionOf("a: *nobody")).startsWith("yaml_syntax 1:");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "!!java.net.URL [x]",
        "!mine x",
        "!!binary aGVsbG8=",
        "!!set {a, b}",
        "!<tag:example.com,2026:x> y"
      })
  void tags_are_rejected(String value) {
    assertThat(rejectionOf("version: 1\nmetadata: " + value)).isEqualTo("tag_not_allowed 2:11");
  }

  @Test
  void words_that_other_versions_of_yaml_read_as_something_else_stay_words() {
    CompiledPolicy policy =
        Sample.compiled(
            Sample.policy("- {id: no, effect: deny, match: {tool: [no, on, yes, 2026-01-01]}}"));

    assertThat(policy.evaluate(Sample.call().tool("no").build()).effect()).isEqualTo(Effect.DENY);
    assertThat(policy.evaluate(Sample.call().tool("2026-01-01").build()).effect())
        .isEqualTo(Effect.DENY);
  }

  @Test
  void keys_of_any_other_kind_are_rejected() {
    assertThat(rejectionOf("? [a, b]\n: c\n")).isEqualTo("wrong_type 1:3");
    assertThat(rejectionOf("<<: {a: b}\nversion: 1\n")).startsWith("unknown_key 1:1");
    assertThat(rejectionOf("${HOME}: x")).startsWith("unknown_key 1:1");
  }

  @Test
  void half_a_character_is_rejected() {
    assertThat(rejectionOf("version: 1\nmetadata: {name: \"\\ud800\"}\nrules: []\n"))
        .matches("(invalid_text|yaml_syntax) 2:.*");
  }

  @Test
  void rules_and_tests_are_counted() {
    StringBuilder rules = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      rules.append("- {id: r").append(i).append(", effect: deny}\n");
    }
    assertThat(Sample.DSL.check(Sample.policy(rules.toString())).valid()).isTrue();
    assertThat(rejectionOf(Sample.policy(rules + "- {id: x, effect: deny}\n")))
        .isEqualTo("too_many_rules 504:3");
    String test = "- {name: t, input: {action: x}, expect: {effect: deny}}\n";
    assertThat(Sample.DSL.check(GOOD + "tests:\n" + test.repeat(50)).valid()).isTrue();
    assertThat(rejectionOf(GOOD + "tests:\n" + test.repeat(51))).isEqualTo("too_many_tests 56:3");
  }

  @Test
  void the_number_of_reported_errors_is_limited() {
    assertThat(Sample.DSL.check(Sample.policy("- {x: 1}\n".repeat(400))).errors()).hasSize(100);
  }

  @Test
  void whatever_is_broken_is_an_error_and_no_failure() {
    Random random = new Random(7);
    String good =
        Sample.policy(
            "- id: a\n  effect: redact\n  match: {tool: [x, \"y*\"], destination: {cidr: 10.0.0.0/8}}"
                + "\n  when: |\n    args.a > 1\n  redact: {entities: [JWT]}\n"
                + "tests:\n- {name: t, input: {action: x}, expect: {effect: allow}}\n");
    String letters = "{}[]:,-&*!|>'\"%@`#? \n\t0a\u0000\ud83d\u2028";
    for (int i = 0; i < 600; i++) {
      StringBuilder broken = new StringBuilder(good);
      for (int n = random.nextInt(4); n >= 0; n--) {
        int at = random.nextInt(broken.length());
        char letter = letters.charAt(random.nextInt(letters.length()));
        if (random.nextBoolean()) {
          broken.setCharAt(at, letter);
        } else {
          broken.insert(at, letter);
        }
      }
      PolicyCheckResult checked = Sample.DSL.check(broken.toString());
      assertThat(checked.valid()).isEqualTo(checked.compiled().isPresent());
    }
  }
}
