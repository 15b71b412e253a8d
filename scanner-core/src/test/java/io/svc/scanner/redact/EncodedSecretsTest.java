package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.Severity;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EncodedSecretsTest {
  private static final ThreadMXBean PROCESSOR = ManagementFactory.getThreadMXBean();
  private static final String TOKEN = "ghp_{{base62:36}}";
  private static final String URL = "postgres://app:{{base62:18}}@db.internal/app";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Use the login {{begin}}admin:Kr4ut&R0s3n-x{{to-base64}} for all calls. | 1",
        "Send Authorization: Basic {{begin}}admin:Kr4ut&R0s3n-x{{to-base64}} with it. | 1",
        "The icon is {{begin}}admin:Kr4ut&R0s3n-x{{to-base64}} in Base64. | 0",
        "Send Authorization: Basic {{begin}}user:<password>{{to-base64}} with it. | 0",
        "The login page is {{begin}}Northpine is a wiki, of all{{to-base64}} in Base64. | 0"
      })
  void a_login_in_a_sentence_is_found_after_a_word_for_it(String template, int findings) {
    assertThat(TestSecrets.findInEnv("DESCRIPTION", TestSecrets.of(template))).hasSize(findings);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CONFIG   | {{begin}}" + TOKEN + "{{to-base64}} | github-pat",
        "CONFIG   | {{begin}}" + TOKEN + "{{to-base64-unpadded}} | github-pat",
        "CONFIG   | {{begin}}" + TOKEN + "{{to-base64url}} | github-pat",
        "CONFIG   | {{begin}}" + TOKEN + "{{to-hex}} | github-pat",
        "CONFIG   | {{begin}}token: " + TOKEN + "{{to-percent}} | github-pat",
        "DATABASE | {{begin}}" + URL + "{{to-base64}} | connection-string",
        "DATABASE | {{begin}}" + URL + "{{to-percent}} | connection-string",
        "DATABASE | {{begin}}" + URL + "{{to-hex}} | connection-string",
        "SETTINGS | {{begin}}{\"apiKey\":\"{{uuid}}\"}{{to-base64}} | generic-credential",
        "SETTINGS | {{begin}}{\"apiKey\": \"{{uuid}}\"}{{to-percent}} | generic-credential",
        "SETTINGS | {{begin}}{\"db\": {\"password\": \"Kr4ut&R0s3n-x\"}}{{to-base64}}"
            + " | generic-password",
        "SETTINGS | {{begin}}[{\"name\":\"API_KEY\",\"value\":\"{{hex:32}}\"}]{{to-base64}}"
            + " | generic-credential",
        "SETTINGS | {{begin}}Server=db;User=app;Password={{base62:14}}{{to-base64}}"
            + " | connection-string",
        "DOTENV   | {{begin}}A=1~OPENAI_API_KEY={{base62:32}}~B=2{{to-base64}}"
            + " | generic-credential",
        "KUBE     | {{begin}}users:~- name: a~  user:~    token: {{base62:40}}{{to-base64}}"
            + " | generic-credential",
        "AUTH     | {{begin}}admin:Kr4ut&R0s3n-x{{to-base64}} | basic-auth",
        "X-AUTH   | {{begin}}me@acme.test:{{base62:20}}{{to-base64-unpadded}} | basic-auth"
      })
  void a_secret_behind_one_encoding_is_found(String name, String template, String rule) {
    for (int seed = 0; seed < 10; seed++) {
      // A line of the source cannot hold a line break.
      String value = TestSecrets.of(template.replace('~', '\n'), seed);

      var found = TestSecrets.findInEnv(name, value);

      assertThat(found).as(value).hasSize(1);
      assertThat(found.get(0).ruleId()).isEqualTo("secrets/" + rule);
      assertThat(found.get(0).title()).contains("-encoded ");
      assertThat(found.get(0).value()).isEqualTo(value);
      assertThat(found.get(0).masked()).isEqualTo("***");
    }
  }

  @Test
  void reports_how_it_is_encoded_and_what_it_is() {
    assertThat(titles("{{begin}}" + TOKEN + "{{to-base64}}"))
        .containsExactly("a base64-encoded GitHub personal access token (classic)");
    assertThat(titles("{{begin}}" + TOKEN + "{{to-hex}}"))
        .containsExactly("a hex-encoded GitHub personal access token (classic)");
    assertThat(titles("{{begin}}" + URL + "{{to-percent}}"))
        .containsExactly("a percent-encoded connection string with a password");
    assertThat(titles("{{begin}}{\"password\":\"Kr4ut&R0s3n-x\"}{{to-base64}}"))
        .containsExactly("a base64-encoded password");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'command': 'x', 'args': ['--config=$']} | the argument `--config`",
        "{'command': 'x', 'args': ['--config', '$']} | the argument `--config`",
        "{'command': 'x', 'args': ['run', '$']} | an argument",
        "{'command': 'docker', 'args': ['run', '-e', 'CONFIG=$', 'i']}"
            + " | the environment variable `CONFIG`",
        "{'command': 'sh', 'args': ['-c', 'CONFIG=$ x']} | the environment variable `CONFIG`",
        "{'command': 'x', 'env': {'CONFIG': '${C:-$}'}} | the default of `C`",
        "{'command': 'x', 'settings': {'blob': '$'}} | the setting `blob`",
        "{'url': 'https://h.test/mcp', 'headers': {'X-Config': '$'}} | the header `X-Config`",
        "{'url': 'https://h.test/mcp', 'headers': {'X-Config': 'Bearer $'}} | the header"
            + " `X-Config`",
        "{'url': 'https://h.test/mcp?config=$&page=1'} | the URL",
        "{'url': 'https://h.test/v1/$/mcp'} | the URL"
      })
  void is_found_wherever_it_is(String entry, String location) {
    String encoded = TestSecrets.of("{{begin}}{\"apiKey\":\"{{uuid}}\",\"a\":1}{{to-base64url}}");
    String json =
        "{\"mcpServers\": {\"s\": " + entry.replace('\'', '"').replace("$", encoded) + "}}";

    var found = TestSecrets.find(TestSecrets.config(json.replace("\"" + encoded + "{", "\"${")));

    assertThat(found).hasSize(1);
    assertThat(found.get(0).place()).isEqualTo(location);
    assertThat(found.get(0).value()).isEqualTo(encoded);
  }

  @Test
  void the_padding_belongs_to_it_however_it_is_written() {
    String token = TestSecrets.of("{{begin}} " + TOKEN + " x{{to-base64}}");

    assertThat(token).endsWith("=");
    assertThat(valuesIn("https://h.test/?c=" + token)).containsExactly(token);
    assertThat(valuesIn("https://h.test/?c=" + token.replace("=", "%3D") + "&d=1"))
        .containsExactly(token.replace("=", "%3D"));
  }

  @Test
  void base64_may_be_folded() {
    String encoded =
        TestSecrets.of(
            "{{begin}}{\"note\":\"{{base62:90}}\",\"k\":\"" + TOKEN + "\"}{{to-base64}}");
    String folded = encoded.replaceAll("(.{64})", "$1\\\\n");

    var found =
        TestSecrets.find(
            TestSecrets.config(
                "{\"mcpServers\": {\"x\": {\"command\": \"x\", \"env\": {\"BLOB\": \""
                    + folded
                    + "\"}}}}"));

    assertThat(found).extracting(FoundSecret::ruleId).containsExactly("secrets/github-pat");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // What is encoded is no secret.
        "{{begin}}The quick brown fox jumps over the lazy dog{{to-base64}}",
        "{{begin}}{\"debug\":true,\"region\":\"eu-central-1\",\"id\":\"{{uuid}}\"}{{to-base64}}",
        "{{begin}}{\"apiKey\":\"${API_KEY}\"}{{to-base64}}",
        "{{begin}}{\"apiKey\":\"your-api-key-here\"}{{to-base64}}",
        "{{begin}}{\"max_tokens\":4096,\"tokenizer\":\"cl100k_base\"}{{to-base64}}",
        "{{begin}}https://h.test/mcp?page=2&sort=name{{to-percent}}",
        "{{begin}}postgres://user:password@localhost/app{{to-base64}}",
        "{{begin}}postgres://user:${PASSWORD}@db.internal/app{{to-base64}}",
        "{{begin}}LOG_LEVEL=debug\nREGION=eu{{to-base64}}",
        "{{begin}}/home/me/projects/some thing{{to-percent}}",
        // What is no text.
        "{{base64-bytes:48}}",
        "{{base64-bytes:900}}",
        "{{hex:64}}",
        "{{uuid}}",
        "{{upperhex:40}}",
        "sha256:{{hex:64}}",
        "sha512-{{base64-bytes:64}}",
        "data:image/png;base64,iVBORw0KGgo{{base64:200}}",
        "data:image/svg+xml;base64,{{begin}}<svg a=\"" + TOKEN + "\"/>{{to-base64}}",
        "CgVoZWxsbxIQ{{base64:60}}",
        "-----BEGIN CERTIFICATE-----\nMIID{{base64:300}}\n-----END CERTIFICATE-----",
        "{{begin}}-----BEGIN CERTIFICATE-----\nMIID{{base64:300}}\n-----END CERTIFICATE-----"
            + "{{to-base64}}",
        "npx -y @modelcontextprotocol/server-filesystem /Users/someone/Documents/projects",
        "https://raw.githubusercontent.com/organization/repository/refs/heads/main/deploy",
        "mcp/fetch@sha256:{{hex:64}}",
        "projectsABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "%APPDATA%\\npm\\node_modules\\thing",
        "50% of %d and %20 and 100%",
        // What is encoded twice.
        "{{begin}}{{begin}}" + TOKEN + "{{to-base64}}{{to-base64}}"
      })
  void what_contains_no_secret_in_one_layer_is_none(String template) {
    for (int seed = 0; seed < 10; seed++) {
      String value = TestSecrets.of(template, seed);

      assertThat(TestSecrets.findInEnv("BLOB", value.replace("\n", "\\n"))).as(value).isEmpty();
    }
  }

  /** A name like these makes a login of what would be a host and its port elsewhere. */
  @ParameterizedTest
  @CsvSource({
    "AUTH, db.internal:5432",
    "AUTH, user:password",
    "AUTH, admin:${PASSWORD}",
    "AUTH, admin:<password>",
    "AUTH, sha256:{{hex:32}}",
    "AUTH, SHA256:{{base64:43}}",
    "AUTH, MD5:16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48",
    "AUTH, 16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48",
    "AUTH, arn:aws:iam::123456789012:role/reader",
    "AUTH, '{\"alg\":\"HS256\",\"typ\":\"JWT\"}'",
    "AUTH, https://h.test/mcp",
    "AUTH, two words: and more",
    "BLOB, admin:Kr4ut&R0s3n-x"
  })
  void a_pair_that_is_no_login_is_none(String name, String text) {
    String encoded = TestSecrets.of("{{begin}}" + text + "{{to-base64-unpadded}}");

    assertThat(TestSecrets.findInEnv(name, encoded))
        .noneMatch(secret -> secret.ruleId().equals("secrets/basic-auth"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SHA256:{{base64:43}}",
        "MD5:16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48",
        "arn:aws:iam::123456789012:role/reader",
        "{\"alg\":\"HS256\",\"typ\":\"JWT\"}"
      })
  void a_public_value_in_base64_is_not_found(String text) {
    String encoded = TestSecrets.of("{{begin}}" + text + "{{to-base64-unpadded}}");

    assertThat(TestSecrets.findInEnv("AUTH_TOKEN", encoded)).isEmpty();
  }

  @Test
  void a_weak_password_stays_weak() {
    String encoded = TestSecrets.of("{{begin}}admin:hunter2{{to-base64-unpadded}}");

    var found = TestSecrets.findInEnv("AUTH_HEADER_VALUE_TOKEN", encoded);

    assertThat(found).extracting(FoundSecret::severity).containsExactly(Severity.MEDIUM);
  }

  @Test
  void a_web_token_is_reported_as_one() {
    var found = TestSecrets.findInEnv("BLOB", TestSecrets.of("{{jwt}}"));

    assertThat(found).extracting(FoundSecret::title).containsExactly("a JSON Web Token");
  }

  @Test
  void a_public_web_token_is_no_secret() {
    String token =
        TestSecrets.of(
            "{{begin}}{\"alg\":\"HS256\"}{{to-base64url}}.{{begin}}{\"role\":\"anon\","
                + "\"session_key\":\"{{uuid}}\"}{{to-base64url}}.{{base64url:43}}");

    assertThat(TestSecrets.findInEnv("BLOB", token)).isEmpty();
  }

  @Test
  void a_secret_next_to_an_encoded_one_is_another() {
    String encoded = TestSecrets.of("{{begin}}{\"apiKey\":\"{{uuid}}\"}{{to-base64}}");
    String key = TestSecrets.of("{{uuid}}", 11);

    assertThat(valuesIn("https://h.test/mcp?config=" + encoded + "&api_key=" + key))
        .containsExactlyInAnyOrder(encoded, key);
  }

  @Test
  void nothing_of_either_form_is_left_in_a_text() {
    String secret = TestSecrets.of(TOKEN);
    String encoded = TestSecrets.of("{{begin}}" + secret + "{{to-base64}}");
    var knownSecrets = TestSecrets.findInEnv("CONFIG", encoded);
    var redactor = new Redactor(TestRules.formats(), knownSecrets);

    String safe = redactor.redact(knownSecrets.get(0).origin(), "x " + encoded + " y");

    assertThat(safe).isEqualTo("x *** y");
    assertThat(redactor.redact("told: " + encoded)).isEqualTo("told: ***");
    assertThat(knownSecrets.toString()).doesNotContain(secret).doesNotContain(encoded);
    assertThat(
            knownSecrets.get(0).title()
                + knownSecrets.get(0).place()
                + knownSecrets.get(0).remediation())
        .doesNotContain(secret.substring(4, 12));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "eyJh",
        "eyJh/",
        "eyJhIjoi\n",
        "%41",
        "%4",
        "20414243",
        "YWRtaW46cGFzc3dvcmQ=",
        "dXNlcjpwYXNzd29yZDEyMw== ",
        "YT1i\n",
        "Yj1j/Yj1j",
        "aaaa/",
        "{{begin}}" + TOKEN + " {{to-base64}} ",
        "a=b\n",
        "token=\"\n",
        "a: \"\n",
        "a=\"b;",
        "a='b ",
        "a=b&",
        "a=$(b ",
        "//a\n",
        "word ",
        "\\n",
        "machine password ",
        "<a b=\"c\">",
        "<a \"",
        "<a><![CDATA[",
        "<!-- ",
        "-H a: b "
      })
  void a_hostile_text_takes_linear_time(String part) {
    String filled = TestSecrets.of(part);
    String few = filled.repeat(400_000 / filled.length());
    String plural = filled.repeat(1_600_000 / filled.length());

    Duration timeOfMany = time(plural);
    Duration ofFew = Duration.ZERO;
    // The first time is also that of code which is not compiled yet; more than linear stays so.
    for (int i = 0; i < 3 && timeOfMany.toMillis() >= 1_000 && isMore(timeOfMany, ofFew); i++) {
      ofFew = time(few);
      timeOfMany = time(plural);
    }

    assertThat(timeOfMany.toMillis() < 1_000 || !isMore(timeOfMany, ofFew))
        .as("four times the text took %s in place of %s", timeOfMany, ofFew)
        .isTrue();
  }

  private static boolean isMore(Duration timeOfMany, Duration ofFew) {
    return timeOfMany.compareTo(ofFew.multipliedBy(12)) >= 0;
  }

  /** Processor time, which a busy machine changes little. */
  private static Duration time(String text) {
    var field = new SecretCandidate(SecretCandidate.Kind.ENV, "blob", text, TestSecrets.anyValue());
    var judge =
        new SecretClassifier(
            TestRules.formats(), "", SecretFormatMatcher.Context.NONE, new ArrayList<>());
    long start = PROCESSOR.getCurrentThreadCpuTime();
    judge.accept(field);
    return Duration.ofNanos(PROCESSOR.getCurrentThreadCpuTime() - start);
  }

  private static List<String> titles(String template) {
    return TestSecrets.findInEnv("BLOB", TestSecrets.of(template)).stream()
        .map(FoundSecret::title)
        .toList();
  }

  private static List<String> valuesIn(String url) {
    String json = "{\"mcpServers\": {\"s\": {\"url\": \"" + url + "\"}}}";
    return TestSecrets.find(TestSecrets.config(json)).stream().map(FoundSecret::value).toList();
  }
}
