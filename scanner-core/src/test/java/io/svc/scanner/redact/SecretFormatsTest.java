package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.RuleSource;
import io.svc.rules.RuleSource.Example;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretFormatsTest {
  @TestFactory
  Stream<DynamicTest> every_rule_finds_its_first_match_after_a_written_out_line_break() {
    return TestRules.sources().stream()
        .map(
            source ->
                DynamicTest.dynamicTest(source.rule().id(), () -> assertFoundAfterEscapes(source)));
  }

  private static void assertFoundAfterEscapes(RuleSource source) {
    Example example = source.matches().get(0);
    String value = TestRules.samples(example, 1).get(0);
    for (String escape : List.of("\\n", "\\r\\n", "\\t", "\\\\n")) {
      assertThat(TestRules.found(example.name(), "x" + escape + value + "\\n"))
          .as(value)
          .contains(source.rule().id());
    }
  }

  @Test
  void a_secret_after_an_escape_is_found_once_and_completely() {
    String token = TestSecrets.of("ghp_{{begin}}{{base62:30}}{{crc32-base62}}");

    assertThat(TestSecrets.findInEnv("CONFIG", "token:\\n" + token + "\\nuser: me"))
        .extracting(FoundSecret::value)
        .containsExactly(token);
  }

  @Test
  void a_letter_after_a_backslash_may_belong_to_the_token() {
    String token = TestSecrets.of("npm_{{begin}}{{base62:30}}{{crc32-base62}}");

    assertThat(TestSecrets.findInEnv("CONFIG", "C:\\" + token))
        .extracting(FoundSecret::value)
        .containsExactly(token);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\\", "a\\", "\\x", "C:\\Users\\me"})
  void a_text_without_escapes_is_not_changed(String text) {
    assertThat(SecretFormatMatcher.withoutEscapes(text)).isNull();
  }

  @Test
  void escapes_become_blanks_of_the_same_length() {
    assertThat(SecretFormatMatcher.withoutEscapes("a\\nb\\\\tc\\r")).isEqualTo("a\\ b\\\\ c\\ ");
  }
}
