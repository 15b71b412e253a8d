package io.svc.server.policies.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In each document the wrong place is marked by what is wrong there: {@code wrong}. */
class PositionTest {
  /** The place of the word in the document, told as the errors tell it. */
  private static String positionOf(String document) {
    String before = document.substring(0, document.indexOf("wrong"));
    int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
    String inLine = before.substring(before.lastIndexOf('\n') + 1);
    return line + ":" + (inLine.codePointCount(0, inLine.length()) + 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- {id: a, effect: deny, when: wrong}",
        "- {id: a, effect: deny, when: tool == 'x' && wrong}",
        "- {id: a, effect: deny, when: \"tool == 'x' && wrong\"}",
        "- {id: a, effect: deny, when: ' wrong'}",
        "- {id: a, reason: 😀, effect: deny, when: \"tool == '😀' && wrong\"}",
        "- id: a\n  effect: deny\n  when: |\n    tool == 'x'\n      && wrong\n",
        "- id: a\n  effect: deny\n  when: |2-\n      tool == 'x' &&\n       wrong\n",
        "- id: a\n  effect: deny\n  when: |\n\n\n    wrong ||\n      tool == 'x'\n",
        "- id: a\r\n  effect: deny\r\n  when: |\r\n    tool == 'x'\r\n      && wrong\r\n",
        "- id: a\n  effect: deny\n  # about it\n  when: wrong # here\n",
        "- {id: a, effect: wrong}",
        "- {id: a, effect: deny, wrong: 1}",
        "- {id: a, effect: deny, match: {tool: [x, {wrong: 1}]}}",
        "- id: a\n  effect: deny\n  match:\n    wrong: x\n"
      })
  void the_place_is_exact(String rules) {
    String document = Sample.policy(rules);
    PolicyProblem problem = Sample.error(document);

    assertThat(problem.line() + ":" + problem.column())
        .isEqualTo(positionOf(document.replace("{wrong", "wrong{")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- id: a\n  effect: deny\n  when: >\n    tool == 'x'\n    && nope\n",
        "- id: a\n  effect: deny\n  when: \"tool == '\\u0041' && nope\"\n",
        "- id: a\n  effect: deny\n  when: tool == 'x'\n    && nope\n"
      })
  void where_yaml_rewrites_the_text_it_is_where_the_text_begins(String rules) {
    PolicyProblem problem = Sample.error(Sample.policy(rules));

    assertThat(problem.line()).isEqualTo(6);
    assertThat(problem.column()).isEqualTo(9);
  }

  @Test
  void what_is_missing_is_missing_where_it_should_be() {
    assertThat(Sample.error("version: 1\nmetadata: {name: x}\nrules:\n  - id: a\n"))
        .isEqualTo(
            new PolicyProblem(
                "missing_key",
                "\"effect\" is missing; expected allow, warn, redact, require_approval, deny.",
                "/rules/0",
                4,
                5,
                "error",
                Optional.of("a")));
  }

  @Test
  void a_failing_test_is_an_error_at_its_line() {
    String document =
        Sample.policy("- {id: a, effect: deny}\n")
            + "tests:\n  - name: ok\n    input: {action: x}\n    expect: {effect: deny}\n"
            + "  - name: bad\n    input: {action: x}\n    expect: {effect: allow}\n";
    PolicyCheckResult checked = Sample.DSL.check(document);

    assertThat(checked.errors())
        .containsExactly(
            new PolicyProblem(
                "test_failed",
                "Test \"bad\" expects allow; the result is deny by a.",
                "/tests/1",
                9,
                5,
                "error",
                Optional.empty()));
    assertThat(checked.tests())
        .containsExactly(
            new TestOutcome("ok", true, "deny", "deny", 6),
            new TestOutcome("bad", false, "allow", "deny by a", 9));
  }
}
