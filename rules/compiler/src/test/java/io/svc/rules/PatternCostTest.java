package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.rules.definition.InvalidDefinitionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the loader says of a pattern that works for ever on a hostile line. */
@Timeout(120)
class PatternCostTest {
  private static final int PATTERN_LINE = 6;

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "(acme_(?:a{1,30}){1,30}!)@acme_aaaa!",
        "(acme_(?:a{1,30}){1,30}!)@acme_a!",
        "(acme_(?:[a-z]{1,30}){1,30}!)@acme_{{lower:20}}!",
        "(acme_(?:[a-z]{1,30}){1,30}=)@acme_{{lower:5}}=",
        "(acme_(?:[a-z]{1,30}){1,30})(?![a-z_-])@acme_{{lower:5}}",
        "(acme_(?:[a-z0-9]{1,30}[a-z]{0,30}){1,10})(?![a-z_-])@acme_{{lower:5}}",
        "(acme_(?:(?:a|b|ab){1,50}){1,50}c)@acme_abc",
        "(acme_(?:a|a){1,60}c)@acme_aac",
        "(acme_(?:[a-z]?){1,40}[a-z]{0,40}[a-z]{0,40}[a-z]{0,40}=)@acme_{{lower:9}}=",
        "([a-z]{0,2000}[a-z]{0,2000}acme_[a-z]{5})@acme_{{lower:5}}"
      })
  void a_repeat_inside_a_repeat_is_rejected_with_its_line(String pattern, String match) {
    assertThatThrownBy(() -> load(pattern, match))
        .isInstanceOf(InvalidDefinitionException.class)
        .hasMessageStartingWith(
            "acme.yaml:"
                + PATTERN_LINE
                + ":1: the pattern reads each character of a line more than 500 times if the"
                + " line repeats \"")
        .hasMessageEndingWith(
            "\"; avoid nested quantifiers and begin the pattern with its fixed prefix");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "(acme_(?:[A-Za-z0-9]{4}){5})@acme_{{base62:20}}",
        "(acme_(?:[a-z]{1,10}-){1,10}[a-z]{1,10})(?![a-z-])@acme_ab-cd-ef",
        "(acme_[A-Za-z0-9]{20})@acme_{{base62:20}}",
        "(acme_[A-Za-z0-9_-]{20,200})(?![A-Za-z0-9_-])@acme_{{base62:40}}",
        "(acme_(?:live|test)_[a-z]{10,40})@acme_live_{{lower:20}}",
        "(?<![a-z])(acme_(?:[0-9a-f]{4}-){3}[0-9a-f]{4})@acme_1234-abcd-5678-0f0f",
        "(acme_[a-z]{1,30}[0-9]{1,30}=)@acme_abc123=",
        "(acme_(?:a{1,30}){1,30})@acme_aaaa"
      })
  void an_ordinary_pattern_is_not(String pattern, String match) {
    assertThat(load(pattern, match).rule().pattern()).isEqualTo(pattern);
  }

  @Test
  void an_example_on_which_the_pattern_never_ends_is_rejected() {
    assertThatThrownBy(() -> load("(acme_(?:[a-z]{1,30}){1,30}[0-9])", "acme_{{lower:40}}"))
        .isInstanceOf(InvalidDefinitionException.class)
        .hasMessage(
            "acme.yaml:6:1: the pattern does not complete on \"acme_{{lower:40}}\"; avoid nested"
                + " quantifiers");
  }

  @Test
  void a_pattern_that_finds_nothing_at_all_is_rejected() {
    String text =
        TestRuleFiles.with("keywords", "context: [\"acme\"]")
            .replace("'acme_{{base62:20}}'", "''")
            .replace("'Bearer acme_{{base62:20}}'", "''")
            .replace("{name: ACME_TOKEN, value: ''}", "''");

    assertThatThrownBy(
            () ->
                RuleLoader.load(
                    "acme.yaml",
                    text.replace("'(?<![a-z])(acme_[A-Za-z0-9]{20})'", "'([a-z]{0,20})'")))
        .isInstanceOf(InvalidDefinitionException.class)
        .hasMessage("acme.yaml:14:1: the pattern does not match \"\"");
  }

  private static RuleSource load(String pattern, String match) {
    String text =
        TestRuleFiles.with("pattern", "pattern: '" + pattern + "'")
            .replace("'acme_{{base62:20}}'", "'" + match + "'")
            .replace("'Bearer acme_{{base62:20}}'", "'" + match + "'");
    return RuleLoader.load("acme.yaml", text);
  }
}
