package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RandomnessTest {
  @ParameterizedTest
  @ValueSource(strings = {"base62", "hex", "base64url", "alnum-lower", "base32"})
  void what_a_machine_drew_is_random(String alphabet) {
    int samples = 0;
    int random = 0;
    for (int length = 20; length <= 64; length++) {
      for (int seed = 0; seed < 100; seed++) {
        samples++;
        String sample = TestSecrets.of("{{" + alphabet + ":" + length + "}}", seed);
        random += Randomness.isRandom(sample) ? 1 : 0;
      }
    }

    assertThat((double) random / samples).isGreaterThanOrEqualTo(0.98);
  }

  @Test
  void identifiers_of_machines_are_random_too() {
    assertThat(Randomness.isRandom(TestSecrets.of("{{uuid}}"))).isTrue();
    assertThat(Randomness.isRandom(TestSecrets.of("{{hex:32}}"))).isTrue();
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
    assertThat(Randomness.isRandom(text)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"'', 0.0", "aaaa, 0.0", "ab, 1.0", "abcd, 2.0", "aabb, 1.0", "0123456789abcdef, 4.0"})
  void entropy_is_in_bits_per_character(String text, double expected) {
    assertThat(Randomness.entropy(text)).isCloseTo(expected, within(1e-9));
  }

  @Test
  void entropy_takes_all_other_characters_for_one() {
    assertThat(Randomness.entropy("äöü日本")).isZero();
  }
}
