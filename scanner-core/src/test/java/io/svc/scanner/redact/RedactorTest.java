package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.svc.rules.RuleSource;
import io.svc.rules.RuleSource.Example;
import io.svc.scanner.config.ConfigReader;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.ReadOutcome.Parsed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactorTest {
  private final Redactor redactor = new Redactor(TestRules.formats(), List.of());

  @TestFactory
  Stream<DynamicTest> every_format_that_speaks_for_itself_is_masked_in_any_text() {
    return TestRules.sources().stream()
        .filter(source -> !source.rule().keywords().isEmpty())
        .filter(source -> source.rule().context().isEmpty() && source.rule().nameLike().isEmpty())
        .map(source -> dynamicTest(source.rule().id(), () -> assertMasked(source)));
  }

  @Test
  void a_password_that_is_the_name_of_a_program_hides_no_server() {
    var found =
        new SecretFinder(TestRules.formats())
            .find(
                config(
                    "{'mcpServers': {'postgres': {'command': 'docker', 'args': ['run', 'mcp/postgres',"
                        + " 'postgresql://postgres:postgres@db:5432/a']}}}"));
    var own = new Redactor(TestRules.formats(), found);

    assertThat(found).hasSize(1);
    assertThat(own.redact("postgres")).isEqualTo("postgres");
    assertThat(own.redactPointer("/mcpServers/postgres/args/2"))
        .isEqualTo("/mcpServers/postgres/args/2");
    assertThat(own.redact(found.get(0).origin(), found.get(0).origin().text()))
        .doesNotContain(":postgres@");
  }

  private static McpConfig config(String json) {
    byte[] bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return ((Parsed) ConfigReader.read(Path.of("mcp.json"), bytes, Optional.empty())).config();
  }

  @ParameterizedTest
  @CsvSource({
    "postgres://me:hunter2@db/x, postgres://me:***@db/x",
    "see redis://:pw@h:1 and amqp://u:q@h, see redis://:***@h:1 and amqp://u:***@h",
    "https://x.test/mcp?token=abc&page=2, https://x.test/mcp?token=***&page=2",
    "https://x.test/?apiKey=abc#a, https://x.test/?apiKey=***#a",
    "https://x.test/?access_token=a%20b, https://x.test/?access_token=***",
    "postgres://me:${PASSWORD}@db/x, postgres://me:${PASSWORD}@db/x",
    "https://x.test/?token=${TOKEN}, https://x.test/?token=${TOKEN}"
  })
  void credentials_in_a_url_are_masked(String text, String safe) {
    assertThat(redactor.redact(text)).isEqualTo(safe);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "npx -y @modelcontextprotocol/server-filesystem /home/someone/projects",
        "https://mcp.example.com/v1/mcp?page=2",
        "The environment variable `GITHUB_PERSONAL_ACCESS_TOKEN` decides.",
        "C:\\Program Files\\nodejs\\npx.cmd",
        "Reads the calendar; says nothing.",
        "@toolbox-sdk/server@>=1.1.0",
        "ghcr.io/github/github-mcp-server:latest"
      })
  void what_has_nothing_to_hide_stays(String text) {
    assertThat(redactor.redact(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mcp/fetch@sha256:{{hex:64}}",
        "git+https://github.com/a/b@{{hex:40}}",
        "github:a/b#{{hex:40}}"
      })
  void revisions_and_digests_stay(String template) {
    String text = TestSecrets.of(template);

    assertThat(redactor.redact(TestSecrets.anyValue(), text)).isEqualTo(text);
  }

  @Test
  void a_random_word_of_a_value_is_masked() {
    String token = TestSecrets.of("{{base62:32}}");
    var value = TestSecrets.anyValue();

    assertThat(redactor.redact(value, "--x=" + token + ";")).isEqualTo("--x=***;");
  }

  @Test
  void a_known_secret_is_masked_in_every_text_of_the_file() {
    var knownSecrets = TestSecrets.findInEnv("DB_PASSWORD", "Winter&24");
    var ofFile = new Redactor(TestRules.formats(), knownSecrets);

    assertThat(ofFile.redact("login as me:Winter&24 or Winter&24"))
        .isEqualTo("login as me:*** or ***");
  }

  @Test
  void a_short_secret_is_masked_in_its_own_value_only() {
    var knownSecrets = TestSecrets.findInEnv("DB_PASSWORD", "bulb");
    var ofFile = new Redactor(TestRules.formats(), knownSecrets);

    assertThat(ofFile.redact(knownSecrets.get(0).origin(), "a bulb")).isEqualTo("a ***");
    assertThat(ofFile.redact("a bulb")).isEqualTo("a bulb");
  }

  @Test
  void of_two_secrets_the_one_that_contains_the_other_is_masked_first() {
    var config =
        TestSecrets.config(
            """
            {"mcpServers": {"x": {"command": "x", "env": {
              "A_PASSWORD": "Winter&24", "B_PASSWORD": "Winter&24-and-more"}}}}
            """);
    var ofFile = new Redactor(TestRules.formats(), TestSecrets.find(config));

    assertThat(ofFile.redact("Winter&24-and-more")).isEqualTo("***");
  }

  @ParameterizedTest
  @CsvSource({
    "https://me:pw@h/, true",
    "https://h/?token=${T}, true",
    "https://h/?apiKey=x, true",
    "https://h/mcp?page=1, false",
    "https://me@h/, false",
    "no url, false"
  })
  void reports_whether_a_url_carries_a_credential(String url, boolean expected) {
    assertThat(Redactor.hasUrlSecret(url)).isEqualTo(expected);
  }

  @Test
  void nothing_of_a_secret_remains_in_any_value_round_it() {
    var value = TestSecrets.anyValue();
    List<String> shapes =
        List.of("{{base62:32}}", "{{hex:40}}", "{{base64url:43}}", "ghp_{{base62:36}}", "{{jwt}}");
    List<String> texts =
        List.of(
            "%s",
            "Bearer %s",
            "--key=%s",
            "{\"a\":\"%s\"}",
            "'%s'",
            "https://x.test/?k=%s&p=1",
            "a %s, b",
            "see `%s`.",
            "(%s)",
            "%s\n%s",
            "x=%s;y=%s",
            "https://x.test/%s/mcp",
            "|%s|");
    var random = new Random(5);
    for (int i = 0; i < 4_000; i++) {
      String secret = TestSecrets.of(shapes.get(i % shapes.size()), random.nextLong());
      String text = texts.get(random.nextInt(texts.size())).replace("%s", secret);

      String safe = redactor.redact(value, text);

      assertThat(longestShared(safe, secret)).as(text + " gives " + safe).isLessThan(9);
      assertThat(redactor.redact(value, safe)).isEqualTo(safe);
    }
  }

  private void assertMasked(RuleSource source) {
    for (Example example : source.matches()) {
      for (String value : TestRules.samples(example, 5)) {
        for (SecretMatch match : TestRules.find(example.name(), value)) {
          String secret = value.substring(match.start(), match.end());

          String safe = redactor.redact("before " + value);

          assertThat(safe).doesNotContain(secret).startsWith("before ");
          assertThat(redactor.redact(safe)).isEqualTo(safe);
        }
      }
    }
  }

  /** The length of the longest part that two texts share, behind a fixed head such as a prefix. */
  private static int longestShared(String text, String secret) {
    int longest = 0;
    for (int from = 0; from < secret.length(); from++) {
      while (from + longest < secret.length()
          && text.contains(secret.substring(from, from + longest + 1))) {
        longest++;
      }
    }
    return longest;
  }
}
