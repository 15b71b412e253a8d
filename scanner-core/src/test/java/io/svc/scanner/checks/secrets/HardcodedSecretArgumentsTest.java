package io.svc.scanner.checks.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.SampleTemplate;
import io.svc.rules.Severity;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.TestConfigs;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values among arguments that look like something else, and scripts. */
class HardcodedSecretArgumentsTest {
  private static final String KEY = SampleTemplate.fill("{{base62:40}}", new Random(3));
  private static final String DASHED = "-" + SampleTemplate.fill("{{base64url:42}}", new Random(4));
  private static final String BODY = SampleTemplate.fill("{{der:600}}", new Random(5));

  private final HardcodedSecretDetector detector = new HardcodedSecretDetector();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$env:API_KEY = 'KEY'; npx -y acme",
        "$env:API_KEY='KEY'; npx -y acme",
        "$env:API_KEY= 'KEY'; npx -y acme",
        "$env:API_KEY ='KEY'; npx -y acme",
        "$Env:api_key = \"KEY\"; npx -y acme",
        "$env:REGION = 'eu'; $env:API_KEY = 'KEY'; npx -y acme",
        "& {$env:API_KEY = 'KEY'; npx -y acme}"
      })
  void an_assignment_of_powershell_is_one_of_a_variable(String script) {
    assertSingleFinding(
        TestConfigs.words(
            "powershell",
            "-NoProfile",
            "-Command",
            script.replace("KEY'", KEY + "'").replace("KEY\"", KEY + "\"")),
        "");
    assertSingleFinding(
        TestConfigs.words(
            "cmd",
            "/c",
            "pwsh",
            "-c",
            script.replace("KEY'", KEY + "'").replace("KEY\"", KEY + "\"")),
        "The environment variable `");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$env:API_KEY = $env:OTHER_KEY; npx -y acme",
        "$env:API_KEY = '<your-api-key>'; npx -y acme",
        "$env:API_KEY; npx -y acme",
        "$env:TOKEN_ENCODING = 'cl100k_base'; npx -y acme",
        "$env:REGION = 'eu-central-1'; npx -y acme",
        "npx -y acme --region $env:REGION"
      })
  void an_ordinary_script_of_powershell_has_none(String script) {
    assertNone(TestConfigs.words("powershell", "-Command", script));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-s", "-t", "-k", "-p"})
  void a_random_value_behind_a_short_flag_is_one(String flag) {
    String secret = SampleTemplate.fill("{{base62:32}}", new Random(6));
    assertSingleFinding(
        TestConfigs.words("npx", "-y", "lark-mcp@1.0.0", "-a", "cli_a7b3c9d1e5f6", flag, secret),
        "The argument `" + flag + "`");
    assertNone(TestConfigs.words("npx", "-y", "lark-mcp@1.0.0", "-x", secret));
  }

  @Test
  void a_random_positional_value_has_low_confidence() {
    String secret = SampleTemplate.fill("{{base62:36}}", new Random(6));

    assertThat(
            TestConfigs.severities(
                detector, TestConfigs.words("uvx", "acme-server==1.0.0", secret)))
        .containsExactly(Severity.MEDIUM);
    assertNone(TestConfigs.words("uvx", "acme-server==1.0.0", secret.substring(0, 24)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms",
        "1aB3dE5fG7hJ9kL2mN4pQ6rS8tU0vW1xY",
        "AC9f3a7c2e1b8d450f9f3a7c2e1b8d450f",
        "V2VsY29tZSB0byB0aGUgaGVscCBkZXNrIG9mIEFjbWU",
        "MIIBkTCB6wIJAKHHCgVZU1s3MA0GCSqGSIb3DQEBCwUAMA0xCzAJBgNVBAYTAlVT",
        "9f3a7c2e1b8d450f9f3a7c2e1b8d450f",
        "Html5AndCss3ToMarkdownConverterServerV2",
        "@acme/server@1.0.0",
        "/home/dev/kT9xWq2LmZ8vRb4NcY7pHs3JdF6gAe1U"
      })
  void an_identifier_alone_is_none(String text) {
    assertNone(TestConfigs.words("uvx", "acme-server==1.0.0", text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-p|8080:8080",
        "-p|my-project-418213",
        "-t|registry.example.com/Team/Image:2026.11",
        "-s|9f3a7c2e1b8d450f9f3a7c2e1b8d450f",
        "-s|9f3a7c2e-1b8d-450f-9f3a-7c2e1b8d450f",
        "-s|calendar.readonly",
        "-k|YOUR_APP_SECRET_HERE1",
        "-t|StreamableHttpTransport",
        "-t|Html5AndCss3ToMarkdownConverterV2",
        "-s|${LARK_APP_SECRET}"
      })
  void anything_else_behind_a_short_flag_is_none(String words) {
    assertNone(TestConfigs.words(("x|" + words).split("\\|")));
  }

  @ParameterizedTest
  @CsvSource({"x|--token|VALUE", "x|--api-key|VALUE|--verbose", "x|--verbose|--secret|VALUE"})
  void a_token_that_begins_with_a_dash_is_a_value(String words) {
    assertSingleFinding(TestConfigs.words(words.replace("VALUE", DASHED).split("\\|")), "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x|--token|--verbose",
        "x|--secret|--allow-unauthenticated-access=true",
        "x|--api-key|-v",
        "x|--password|--experimental-permission-model"
      })
  void a_flag_behind_a_flag_is_none(String words) {
    assertNone(TestConfigs.words(words.split("\\|")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x|--private-key|PEM",
        "x|--private-key=PEM",
        "x|PEM",
        "x|--verbose|PEM|--fast",
        "x|-e|PRIVATE_KEY=PEM",
        "sh|-c|x --private-key 'PEM'",
        "x|PEM=x"
      })
  void no_text_of_a_private_key_is_quoted_as_a_name(String words) {
    for (String label : new String[] {"RSA ", "EC ", ""}) {
      for (String lineEnd : new String[] {"\n", "\\n", " "}) {
        String pem = pem(label + "PRIVATE KEY", lineEnd);
        var detections = detector.detect(TestConfigs.words(words.replace("PEM", pem).split("\\|")));

        assertThat(detections).hasSize(1);
        assertThat(detections.get(0).detail())
            .doesNotContain(BODY.substring(0, 8), BODY.substring(100, 108), "\n");
      }
    }
  }

  @Test
  void a_name_that_may_be_a_secret_is_not_quoted() {
    String canary = "canary " + "of many words ".repeat(9) + "API_KEY";
    String random = SampleTemplate.fill("{{base62:32}}_API_KEY", new Random(6));
    for (String name : new String[] {canary, random, "my private api key"}) {
      var detections = detector.detect(TestConfigs.env(name, KEY));

      assertThat(detections).hasSize(1);
      assertThat(detections.get(0).detail())
          .contains("An environment variable contains a literal credential")
          .doesNotContain(name);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUBLIC KEY", "RSA PUBLIC KEY", "CERTIFICATE", "CERTIFICATE REQUEST"})
  void what_is_public_in_pem_form_is_none(String label) {
    String pem = pem(label, "\n");

    assertNone(TestConfigs.env("SIGNING_KEY", pem));
    assertNone(TestConfigs.words("x", "--public-key", pem));
    assertNone(TestConfigs.words("x", "--signing-key", pem));
    assertNone(TestConfigs.words("sh", "-c", "x --public-key '" + pem + "'"));
    assertNone(TestConfigs.words("x", pem));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FlyV1 fm2_{{base64:340}},fm2_{{base64:200}}",
        "fm2_{{base64:340}},fm2_{{base64:200}},fm1a_{{base64:200}}",
        "${FLY_API_TOKEN:-FlyV1 fm2_{{base64:340}},fm2_{{base64:200}}}"
      })
  void a_token_of_several_parts_is_reported_once(String template) {
    String token = SampleTemplate.fill(template, new Random(7));

    assertThat(detector.detect(TestConfigs.env("FLY_API_TOKEN", token))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${DB:-postgres://me:PW@db.acme.test/main}",
        "${DB:-Server=db.acme.test;Database=main;User Id=me;Password=PW;}",
        "${DB:-jdbc:mysql://db.acme.test/main?user=me&password=PW}",
        "${DB:-me:PW@tcp(db.acme.test:3306)/main}"
      })
  void a_connection_string_as_a_default_is_reported_once(String text) {
    assertSingleFinding(TestConfigs.env("DB", text.replace("PW", KEY)), "");
    assertSingleFinding(TestConfigs.words("x", "--dsn=" + text.replace("PW", KEY)), "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{uuid}}:{{hex:32}}",
        "2/{{digits:16}}/{{digits:16}}:{{hex:32}}",
        "0x{{hex:64}}",
        "sk-{{hex:32}}"
      })
  void digits_with_something_before_them_are_a_credential_under_a_secret_name(String template) {
    String key = SampleTemplate.fill(template, new Random(8));

    for (String name : new String[] {"API_KEY", "ACME_TOKEN"}) {
      assertThat(detector.detect(TestConfigs.env(name, key))).hasSize(1);
    }
    assertThat(detector.detect(TestConfigs.url("https://x.test/mcp?apiKey=" + key))).hasSize(1);
    assertNone(TestConfigs.env("ACME_ID", key));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "YOUR_API_KEY",
        "your-api-key",
        "my-api-key",
        "GITHUB_TOKEN",
        "N%2FA",
        "N/A",
        "env%3AAPI_KEY",
        "not-a-real-key",
        "sk-not-needed",
        "token"
      })
  void a_placeholder_in_the_login_of_a_url_is_none(String text) {
    assertNone(TestConfigs.url("https://ana:" + text + "@crm.acme.test/mcp"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hunter42!x", "Tr0ub4dor%263", "secret"})
  void a_password_there_is_one(String text) {
    assertThat(detector.detect(TestConfigs.url("https://ana:" + text + "@crm.acme.test/mcp")))
        .hasSize(1);
  }

  private static String pem(String label, String lineEnd) {
    return "-----BEGIN "
        + label
        + "-----"
        + lineEnd
        + BODY
        + lineEnd
        + "-----END "
        + label
        + "-----";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"acmeApiKey\":\"KEY\"}",
        " {\"acmeApiKey\": \"KEY\"} ",
        "\"{\"acmeApiKey\":\"KEY\"}\"",
        "\"{\\\"acmeApiKey\\\":\\\"KEY\\\"}\"",
        "{\\\"acmeApiKey\\\":\\\"KEY\\\"}",
        "'{\"acmeApiKey\":\"KEY\"}'",
        "\"{\\\"servers\\\": [{\\\"acmeApiKey\\\": \\\"KEY\\\"}]}\""
      })
  void an_object_in_the_quotes_of_a_command_line_is_still_one(String object) {
    assertSingleFinding(
        TestConfigs.words("npx", "x", "--config", object.replace("KEY", KEY)), "`acmeApiKey`");
    assertNone(TestConfigs.words("npx", "x", "--config", object.replace("KEY", "${ACME_KEY}")));
    assertNone(TestConfigs.words("npx", "x", "--config", object.replace("KEY", "your-key")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"", "\"\"", "''", "\"{", "{\\\"", "\"{}\"", "' '", "\"{\\\"a\\\":}\""})
  void broken_objects_and_quotes_are_words(String text) {
    assertNone(TestConfigs.words("npx", "x", "--config", text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--oauth2Bearer", "--bearer", "--api-key1", "--token2"})
  void a_number_in_a_flags_name_parts_no_word(String flag) {
    assertSingleFinding(TestConfigs.words("npx", "x", flag, KEY), "`" + flag + "`");
  }

  @ParameterizedTest
  @CsvSource({"OPENAI_API_KEY, Welcome!456", "OPENAI_API_KEY, Sommer-2031!", "MCP_AUTH, Qwer7%Tz"})
  void a_password_that_a_person_invented_is_one_under_the_name_of_a_key_too(
      String name, String value) {
    assertSingleFinding(TestConfigs.env(name, value), "`" + name + "`");
  }

  @ParameterizedTest
  @CsvSource({
    "COLOR_KEY, #FF00aa!1",
    "SHORTCUT_KEY, Ctrl+Shift+1!",
    "OPENAI_API_KEY, Welcome",
    "ACME_ID, Welcome!456",
    "PARTITION_KEY, Welcome!456"
  })
  void what_only_looks_like_such_a_password_is_none(String name, String value) {
    assertNone(TestConfigs.env(name, value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"session=KEY", "a=1; session=KEY", "a=1;session=KEY; path=/", "a; b=2; c=KEY"})
  void a_random_value_among_cookies_is_a_credential(String cookies) {
    assertSingleFinding(
        TestConfigs.env("XHS_COOKIE", cookies.replace("KEY", KEY)),
        "The environment variable `XHS_COOKIE`");
    assertNone(TestConfigs.env("XHS_COOKIE", cookies.replace("KEY", "${SESSION}")));
    assertNone(TestConfigs.env("COOKIE_POLICY", cookies.replace("KEY", KEY)));
  }

  @Test
  void an_access_key_of_a_map_is_a_credential_in_an_address() {
    assertSingleFinding(
        TestConfigs.url("https://maps.acme.test/sse?ak=" + KEY), "The query parameter `ak`");
    assertNone(TestConfigs.env("AK", KEY));
  }

  @ParameterizedTest
  @ValueSource(strings = {"pwd123456", "hunter2024"})
  void a_number_behind_a_word_makes_a_password_that_is_easily_guessed(String password) {
    assertSingleFinding(TestConfigs.words("npx", "x", "--password", password), "`--password`");
  }

  private void assertSingleFinding(DetectionSubject subject, String location) {
    var detections = detector.detect(subject);

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).detail())
        .contains(location)
        .doesNotContain(KEY)
        .doesNotContain(DASHED);
  }

  private void assertNone(DetectionSubject subject) {
    assertThat(detector.detect(subject)).isEmpty();
  }
}
