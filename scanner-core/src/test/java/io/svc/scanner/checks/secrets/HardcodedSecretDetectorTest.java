package io.svc.scanner.checks.secrets;

import static io.svc.rules.Severity.CRITICAL;
import static io.svc.rules.Severity.HIGH;
import static io.svc.rules.Severity.MEDIUM;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.SampleTemplate;
import io.svc.rules.Severity;
import io.svc.scanner.config.Location;
import io.svc.scanner.detect.TestConfigs;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HardcodedSecretDetectorTest {
  private final HardcodedSecretDetector detector = new HardcodedSecretDetector();

  @Test
  void reports_what_it_is_where_it_is_and_how_to_revoke_it() {
    String token = filled("ghp_{{begin}}{{base62:30}}{{crc32-base62}}");

    var detection = detector.detect(TestConfigs.env("GITHUB_TOKEN", token)).get(0);

    assertThat(detection.ruleId()).isEqualTo("secrets/github-pat");
    assertThat(detection.findingType()).isEqualTo("hardcoded_secret");
    assertThat(detection.server()).isEqualTo("probe");
    assertThat(detection.location())
        .isEqualTo(new Location("/mcpServers/probe/env/GITHUB_TOKEN", 1, 67));
    assertThat(detection.detail())
        .isEqualTo(
            "The environment variable `GITHUB_TOKEN` contains a GitHub personal access token"
                + " (classic) (ghp_***).");
    assertThat(detection.remediation()).contains("Delete the token");
    assertThat(detection.extensions()).isEqualTo(Map.of("confidence", "high"));
  }

  @ParameterizedTest
  @CsvSource({
    "GITHUB_TOKEN, ghp_{{base62:36}}, HIGH",
    "OPENAI_API_KEY, sk-proj-{{base64url:74}}T3BlbkFJ{{base64url:74}}, HIGH",
    "SUPABASE_ACCESS_TOKEN, sbp_{{hex:40}}, HIGH",
    "AWS_SECRET_ACCESS_KEY, {{base64:40}}, CRITICAL",
    "STRIPE_KEY, sk_live_{{base62:24}}, CRITICAL",
    "EXA_API_KEY, {{uuid}}, MEDIUM",
    "CUSTOM_TOKEN, {{hex:32}}, HIGH",
    "CUSTOM_TOKEN, {{uuid}}, HIGH",
    "CUSTOM_API_KEY, {{base62:24}}, HIGH",
    "DB_PASSWORD, {{base62:16}}, HIGH",
    "ODOO_PASSWORD, Kr4ut&R0sen!x, HIGH",
    "DB_PASSWORD, hunter2, MEDIUM",
    "MYSQL_PASS, banana, MEDIUM",
    "API_KEY, x7Kq2mPz9RtW, MEDIUM",
    "SECRET, supersecret123, MEDIUM",
    "API_KEY, real-secret-key-123, MEDIUM",
    "ADMIN_PASSWORD, $2b$10$a{{base62:52}}, MEDIUM",
    "WG_PRIVATE_KEY, {{curve25519}}, CRITICAL",
    "NATS_SEED, {{nats-seed}}, CRITICAL",
    "ACCESS_TOKEN, {{jwt}}, HIGH"
  })
  void is_as_bad_as_what_it_opens(String name, String template, Severity severity) {
    assertThat(TestConfigs.severities(detector, TestConfigs.env(name, filled(template))))
        .containsExactly(severity);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA ", "EC ", "OPENSSH ", "", "ENCRYPTED ", "DSA "})
  void a_private_key_is_critical(String kind) {
    String body = filled("{{base64:64}}\n{{base64:64}}\n{{base64:40}}");
    String pem =
        "-----BEGIN "
            + kind
            + "PRIVATE KEY-----\n"
            + body
            + "\n-----END "
            + kind
            + "PRIVATE KEY-----";

    assertThat(TestConfigs.severities(detector, TestConfigs.env("SSH_KEY", pem)))
        .containsExactly(CRITICAL);
    assertThat(TestConfigs.severities(detector, TestConfigs.words("x", pem)))
        .containsExactly(CRITICAL);
  }

  @ParameterizedTest
  @CsvSource({"API_KEY, x7Kq2mPz9RtW", "SECRET, supersecret123", "API_KEY, real-secret-key-123"})
  void short_and_made_up_values_have_low_confidence(String name, String value) {
    assertThat(detector.detect(TestConfigs.env(name, value)).get(0).extensions())
        .isEqualTo(Map.of("confidence", "low"));
  }

  @ParameterizedTest
  @CsvSource({
    "SECRET, secret",
    "SECRET, mysecretkey",
    "API_KEY, my-api-key-123",
    "API_KEY, test-secret-123",
    "API_KEY, fake-secret-123",
    "API_KEY, key-2024",
    "AUTH, oauth2",
    "TOKEN, token-v2",
    "API_KEY, us-east-1-prod"
  })
  void names_and_dull_words_under_the_name_of_a_secret_are_none(String name, String value) {
    assertThat(detector.detect(TestConfigs.env(name, value))).isEmpty();
  }

  @Test
  void a_wrong_checksum_makes_it_less_sure_but_no_less_bad() {
    var detection =
        detector.detect(TestConfigs.env("GITHUB_TOKEN", filled("ghp_{{base62:36}}"))).get(0);

    assertThat(detection.severity()).isEqualTo(HIGH);
    assertThat(detection.extensions()).isEqualTo(Map.of("confidence", "medium"));
  }

  @Test
  void reports_the_account_that_a_key_id_belongs_to() {
    // An id that its finder published with the account.
    String id = "ASIAQNZGKIQY56JQ7WML";

    var detection = detector.detect(TestConfigs.env("AWS_ACCESS_KEY_ID", id)).get(0);

    assertThat(detection.detail())
        .isEqualTo(
            "The environment variable `AWS_ACCESS_KEY_ID` contains an AWS temporary access key id"
                + " (ASIA***, AWS account 029608264753).");
    assertThat(detection.extensions())
        .isEqualTo(Map.of("confidence", "high", "aws_account", "029608264753"));
  }

  @Test
  void an_encoded_secret_is_shown_in_neither_form() {
    String token = filled("ghp_{{begin}}{{base62:30}}{{crc32-base62}}");
    String encoded = Base64.getEncoder().encodeToString(token.getBytes(UTF_8));

    var detection = detector.detect(TestConfigs.env("CONFIG", encoded)).get(0);

    assertThat(detection.ruleId()).isEqualTo("secrets/github-pat");
    assertThat(detection.severity()).isEqualTo(HIGH);
    assertThat(detection.detail())
        .isEqualTo(
            "The environment variable `CONFIG` contains a base64-encoded GitHub personal access"
                + " token (classic) (***).");
    assertThat(detection.extensions()).isEqualTo(Map.of("confidence", "high"));
    assertThat(detection.toString()).doesNotContain(encoded).doesNotContain(token.substring(4, 12));
  }

  @Test
  void a_long_row_of_words_before_a_credential_comes_to_an_end() {
    assertThat(detector.detect(TestConfigs.env("SECRET_TOKEN", "key ".repeat(200_000)))).isEmpty();
  }

  @Test
  void a_public_key_or_certificate_is_none() {
    String body = filled("{{base64:64}}\n{{base64:40}}");
    for (String kind : new String[] {"PUBLIC KEY", "CERTIFICATE"}) {
      String pem = "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----";

      assertThat(detector.detect(TestConfigs.env("TLS_CA", pem))).isEmpty();
    }
  }

  @Test
  void basic_authentication_is_seen_through() {
    var strong = TestConfigs.server(basic("me:" + filled("{{base62:20}}")));
    var weak = TestConfigs.server(basic("me:hunter2"));
    var nested =
        TestConfigs.server(
            "{\"url\": \"https://x.test\", \"requestOptions\": "
                + basic("me:" + filled("{{base62:20}}"))
                + "}");

    assertThat(TestConfigs.severities(detector, strong)).containsExactly(HIGH);
    assertThat(TestConfigs.severities(detector, weak)).containsExactly(MEDIUM);
    assertThat(TestConfigs.severities(detector, nested)).containsExactly(HIGH);
  }

  @Test
  void basic_authentication_in_a_variable_is_seen_through() {
    String login = Base64.getEncoder().encodeToString("me:Kr4ut&R0sen!x".getBytes(UTF_8));

    assertThat(detector.detect(TestConfigs.env("AUTH_HEADER", "Basic " + login))).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "GITHUB_TOKEN, ghp_{{base62:36}}",
    "STRIPE_SECRET_KEY, sk_live_{{base62:24}}",
    "OPENAI_API_KEY, sk-proj-{{base64url:74}}T3BlbkFJ{{base64url:74}}",
    "SLACK_BOT_TOKEN, xoxb-{{digits:12}}-{{digits:12}}-{{base62:24}}",
    "SUPABASE_SERVICE_ROLE_KEY, {{jwt}}",
    "N8N_API_KEY, {{jwt}}",
    "AWS_SECRET_ACCESS_KEY, {{base64:40}}",
    "DATABASE_URL, postgres://me:ghp_{{base62:36}}@h/db",
    "API_KEY, https://me:{{base62:20}}@h/x?token={{hex:32}}"
  })
  void one_secret_is_one_finding_however_many_rules_know_it(String name, String template) {
    int secrets = name.equals("API_KEY") ? 2 : 1;

    assertThat(detector.detect(TestConfigs.env(name, filled(template)))).hasSize(secrets);
  }

  @Test
  void several_secrets_in_one_text_are_several_findings() {
    String text = filled("a=ghp_{{base62:36}} b=ghp_{{base62:36}}");

    assertThat(detector.detect(TestConfigs.env("BOTH", text))).hasSize(2);
  }

  @Test
  void nothing_of_a_secret_is_in_a_detection() {
    String key = filled("{{base62:40}}");

    var detections = detector.detect(TestConfigs.env("API_KEY", key));

    assertThat(detections.toString()).doesNotContain(key.substring(0, 6));
  }

  private static String basic(String login) {
    String encoded = Base64.getEncoder().encodeToString(login.getBytes(UTF_8));
    return "{\"url\": \"https://x.test\", \"headers\": {\"Authorization\": \"Basic "
        + encoded
        + "\"}}";
  }

  private static String filled(String template) {
    return SampleTemplate.fill(template, new Random(5));
  }

  @ParameterizedTest
  @CsvSource({
    "postgres://admin:secret@db.internal:5432/app, 1",
    "postgres://app:password@10.0.0.4/app, 1",
    "postgres://user:password@db.internal/app, 0",
    "postgres://admin:secret@localhost/app, 0",
    "postgres://admin:secret@db.example.com/app, 0",
    "postgres://admin:<password>@db.internal/app, 0"
  })
  void a_dull_password_counts_for_a_real_user_on_a_real_host(String url, int findings) {
    var detections = detector.detect(TestConfigs.env("DATABASE_URL", url));

    assertThat(detections).hasSize(findings);
    assertThat(detections).allMatch(detection -> detection.severity() == Severity.MEDIUM);
  }

  @Test
  void a_token_of_letters_in_their_order_has_the_format_all_the_same() {
    String token = "ghp_aBcDeFgHiJkLmNoPqRsTuVwXyZ" + "0123456789";

    assertThat(detector.detect(TestConfigs.env("GITHUB_TOKEN", token))).hasSize(1);
  }
}
