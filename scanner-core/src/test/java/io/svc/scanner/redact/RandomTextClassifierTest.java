package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
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

  @ParameterizedTest
  @CsvSource({
    "base62:12, 950",
    "base62:15, 980",
    "base64url:14, 950",
    "alnum-lower:12, 900",
    "hex:12, 800",
    "base32:14, 900"
  })
  void draws_of_12_to_15_characters_are_random_under_a_name(String alphabet, int expected) {
    int random = 0;
    for (int seed = 0; seed < 1000; seed++) {
      String sample = TestSecrets.of("{{" + alphabet + "}}", seed);
      random += RandomTextClassifier.isShortRandom(sample) ? 1 : 0;
      assertThat(RandomTextClassifier.isRandom(sample)).isFalse();
    }

    assertThat(random).isGreaterThanOrEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "us-east-1-prod",
        "production-eu",
        "my-app-token1",
        "2024-11-27T10",
        "claude-opus-4",
        "gpt-4o-mini-24",
        "v1.2.3-rc.1+b5",
        "localhost:8080",
        "10.0.0.12:5432",
        "user@host.corp",
        "RS256-signing",
        "aes-256-gcm-v1",
        "myProductName",
        "customerOrder",
        "123456789012",
        "kubernetes"
      })
  void short_texts_of_people_are_not_random(String text) {
    assertThat(RandomTextClassifier.isShortRandom(text)).isFalse();
    assertThat(RandomTextClassifier.isGenerated(text)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "'abcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*(-_=+)', 50, 995",
    "'abcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*(-_=+)', 32, 970",
    "'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&()*+,-./:;<=>?@[]^_{|}~',"
        + " 24, 950",
    "'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&()*+,-./:;<=>?@[]^_{|}~',"
        + " 40, 990"
  })
  void draws_with_punctuation_marks_are_found_under_a_name(
      String alphabet, int length, int expected) {
    Random random = new Random(11);
    int found = 0;
    for (int i = 0; i < 1000; i++) {
      StringBuilder key = new StringBuilder();
      for (int j = 0; j < length; j++) {
        key.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      String prefix = i % 2 == 0 ? "" : "django-insecure-";
      found += TestSecrets.findInEnv("SECRET_KEY", prefix + key).isEmpty() ? 0 : 1;
    }

    assertThat(found).isGreaterThanOrEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${SCHEME}://${HOST1}:${PORT2}@x",
        "https://user1:name2@host/path?a=1&b=2#part",
        "^(GET|POST)/api/v[0-9]{1,2}/[a-z]+$",
        "user1:password2@tcp(database:3306)/app?charset=utf8",
        "%(asctime)s:%(levelname)s:%(message)s",
        "<%=ENV['API_KEY_1']%>",
        "@Microsoft.KeyVault(SecretUri=https://northpine.vault.azure.net/secrets/crm2/)",
        "key1=value1&key2=value2;key3=value3"
      })
  void marks_of_notations_are_not_generated(String text) {
    assertThat(RandomTextClassifier.isGenerated(text)).isFalse();
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
