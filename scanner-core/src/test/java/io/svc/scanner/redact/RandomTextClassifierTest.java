package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RandomTextClassifierTest {
  @ParameterizedTest
  @ValueSource(strings = {"base62", "hex", "base64url", "alnum-lower", "base32"})
  void what_a_machine_drew_is_random(String alphabet) {
    int samples = 0;
    int random = 0;
    for (int length = 20; length <= 64; length++) {
      for (int seed = 0; seed < 100; seed++) {
        samples++;
        String sample = TestSecrets.of("{{" + alphabet + ":" + length + "}}", seed);
        random += RandomTextClassifier.isRandom(sample) ? 1 : 0;
      }
    }

    assertThat((double) random / samples).isGreaterThanOrEqualTo(0.98);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"np_live_{{base62:32}}", "tok_{{lower:26}}", "{{base62:24}}.{{base62:24}}"})
  void a_prefix_and_a_dot_make_it_no_less_so(String template) {
    int random = 0;
    for (int seed = 0; seed < 500; seed++) {
      random += RandomTextClassifier.isRandom(TestSecrets.of(template, seed)) ? 1 : 0;
    }

    assertThat(random).isGreaterThanOrEqualTo(495);
  }

  @ParameterizedTest
  @ValueSource(strings = {"base62:16", "base62:20", "alnum-lower:16", "lower:24", "base32:20"})
  void short_draws_are_rarely_taken_for_words(String alphabet) {
    int random = 0;
    for (int seed = 0; seed < 1000; seed++) {
      random += RandomTextClassifier.isRandom(TestSecrets.of("{{" + alphabet + "}}", seed)) ? 1 : 0;
    }

    assertThat(random).isGreaterThanOrEqualTo(980);
  }

  @Test
  void a_draw_with_many_common_pairs_is_random() {
    assertThat(RandomTextClassifier.isRandom("CtEtoHj2sTge" + "TnOUS5hW")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{uuid}}:{{hex:32}}",
        "0x{{hex:64}}",
        "sk-{{hex:32}}",
        "1/{{digits:16}}:{{hex:32}}",
        "2%2F{{digits:16}}%3A{{hex:32}}"
      })
  void hexadecimal_digits_may_follow_something(String template) {
    assertThat(RandomTextClassifier.isRandom(TestSecrets.of(template))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"sk-{{digits:32}}", "2/{{digits:16}}:{{digits:32}}", "face-to-face-deadbeef"})
  void numbers_and_words_of_such_letters_are_none(String template) {
    assertThat(RandomTextClassifier.isRandom(TestSecrets.of(template))).isFalse();
  }

  @Test
  void identifiers_of_machines_are_random_too() {
    assertThat(RandomTextClassifier.isRandom(TestSecrets.of("{{uuid}}"))).isTrue();
    assertThat(RandomTextClassifier.isRandom(TestSecrets.of("{{hex:32}}"))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "short",
        "internationalization",
        "the quick brown fox jumps over the lazy dog",
        "Reads and writes files of the current workspace.",
        "GITHUB_PERSONAL_ACCESS_TOKEN",
        "getUserProfileByEmailAddress",
        "AbstractSingletonProxyFactoryBean",
        "org.springframework.boot.autoconfigure",
        "@modelcontextprotocol/server-sequential-thinking",
        "modelcontextprotocol",
        "sequential-thinking-server",
        "/usr/local/share/applications/editor",
        "C:\\Users\\someone\\AppData\\Roaming\\npm",
        "/home/someone/projects/weather-server/build/index.js",
        "https://api.example.com/v1/mcp/servers",
        "https://docs.anthropic.com/en/docs/claude-code/overview",
        "my-company-internal-documentation-server",
        "postgresql-production-database",
        "claude-3-5-sonnet-20241022",
        "us-east-1.console.aws.amazon.com",
        "application/vnd.github.v3+json",
        "mcp-server-kubernetes-readonly",
        "2025-11-25T12:34:56.000Z",
        "1234567890123456789012",
        "aaaaaaaaaaaaaaaaaaaaaaaa",
        "--max-old-space-size=4096",
        "text-embedding-3-large-1536",
        "chrome-extension-developer-mode"
      })
  void what_a_person_wrote_is_not(String text) {
    assertThat(RandomTextClassifier.isRandom(text)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"'', 0.0", "aaaa, 0.0", "ab, 1.0", "abcd, 2.0", "aabb, 1.0", "0123456789abcdef, 4.0"})
  void entropy_is_in_bits_per_character(String text, double expected) {
    assertThat(RandomTextClassifier.entropy(text)).isCloseTo(expected, within(1e-9));
  }

  @Test
  void entropy_takes_all_other_characters_for_one() {
    assertThat(RandomTextClassifier.entropy("äöü日本")).isZero();
  }
}
