package io.svc.scanner.checks.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.SampleTemplate;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.TestConfigs;
import io.svc.scanner.redact.Spellings;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What looks like a credential to a careless eye. */
class HardcodedSecretNegativesTest {
  private final HardcodedSecretDetector detector = new HardcodedSecretDetector();

  static Stream<String> spellings() {
    return Stream.of(Spellings.PLACEHOLDERS, Spellings.REFERENCES).flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("spellings")
  void what_represents_a_secret_is_none_wherever_it_is(String text) {
    assertNone(TestConfigs.env("API_KEY", text));
    assertNone(TestConfigs.env("DB_PASSWORD", text));
    assertNone(TestConfigs.env("AWS_SECRET_ACCESS_KEY", text));
    assertNone(TestConfigs.words("x", "--api-key", text));
    assertNone(TestConfigs.words("x", "--password=" + text));
    assertNone(TestConfigs.words("x", "-e", "API_KEY=" + text));
    assertNone(TestConfigs.words("x", "--header", "Authorization: Bearer " + text));
    assertNone(TestConfigs.server(header("Authorization", "Bearer " + text)));
    assertNone(TestConfigs.server(header("Authorization", text)));
    assertNone(TestConfigs.server(header("X-API-Key", text)));
    assertNone(
        TestConfigs.server("{\"command\": \"x\", \"apiKey\": " + TestConfigs.quoted(text) + "}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"${input:password-hunter}", "${input:db_password-customer1}", "${input:token-x7}"})
  void a_hyphen_in_the_name_of_an_input_begins_no_default(String text) {
    assertNone(TestConfigs.env("DB_PASSWORD", text));
    assertNone(TestConfigs.server(header("Authorization", "Bearer " + text)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TOKENIZER_PATH",
        "TOKENIZER",
        "MONKEY",
        "KEYBOARD_LAYOUT",
        "CLIENT_ID",
        "PROJECT_ID",
        "AWS_ACCESS_KEY_PATH",
        "CLOUDFLARE_ACCOUNT_ID",
        "PUBLIC_KEY",
        "VAPID_PUBLIC_KEY",
        "STRIPE_PUBLISHABLE_KEY",
        "userID",
        "machineID",
        "SESSION_ID",
        "COMMIT",
        "REVISION",
        "IMAGE_DIGEST",
        "AUTHOR",
        "PASSENGER",
        "SECRETARY",
        "COMPASS",
        "KEY_ID",
        "SECRET_NAME",
        "TOKEN_FILE",
        "PRIMARY_KEY",
        "SORT_KEY",
        "CACHE_KEY",
        "TRACE",
        "ETAG"
      })
  void a_random_value_under_an_ordinary_name_is_no_secret(String name) {
    for (String template : List.of("{{base62:32}}", "{{hex:32}}", "{{hex:64}}", "{{uuid}}")) {
      assertNone(TestConfigs.env(name, filled(template)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "MAX_TOKENS, 4096",
    "MAX_TOKENS, 1000000",
    "MAX_NEW_TOKENS, 512",
    "TOKENIZER_PATH, /models/tokenizer.json",
    "KEYBOARD_LAYOUT, qwertz",
    "API_KEY_REQUIRED, true",
    "USE_TOKEN, true",
    "AUTH, none",
    "AUTH_TOKEN, 0",
    "GITHUB_TOKEN, optional",
    "DEBUG, mcp:*",
    "PASSWORD_POLICY, strong-and-long",
    "TOKEN_TTL, 3600",
    "SECRET_KEY_FILE, /run/secrets/key",
    "API_KEY, /run/secrets/api_key",
    "PRIVATE_KEY, ~/.ssh/id_ed25519",
    "GOOGLE_APPLICATION_CREDENTIALS, /home/me/keys/acme-718e1c2f3b4a.json",
    "GOOGLE_APPLICATION_CREDENTIALS, C:\\Users\\me\\acme-718e1c2f3b4a.json",
    "NODE_OPTIONS, --max-old-space-size=4096",
    "PATH, /usr/local/bin:/usr/bin",
    "PROJECT_ROOT, e://Projects//Matrix",
    "KEY, ctrl+shift+down",
    "HOST, 1.2.3.4",
    "GCP_PROJECT, acme-production-329817",
    "AUTH_URL, https://login.acme.test/oauth2/v2.0/token",
    "TOKEN_URL, https://login.acme.test/oauth2/token",
    "OPENAI_MODEL, gpt-4o-mini-2024-07-18",
    "AWS_PROFILE, your-aws-profile",
    "AWS_REGION, us-east-1",
    "CREDENTIALS_PROVIDER, aws-default-credential-chain",
    "SECRET_MANAGER, hashicorp-vault-production"
  })
  void settings_of_every_day_are_none(String name, String value) {
    assertNone(TestConfigs.env(name, value));
  }

  @Test
  void the_sample_pair_of_the_aws_documentation_is_none() {
    assertNone(TestConfigs.env("AWS_ACCESS_KEY_ID", "AKIAIOSFODNN7" + "EXAMPLE"));
    assertNone(
        TestConfigs.env("AWS_SECRET_ACCESS_KEY", "wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY"));
  }

  @Test
  void a_token_made_to_be_published_is_none() {
    String claims = "{\"iss\":\"supabase\",\"ref\":\"abcdefghijklmnopqrst\",\"role\":\"anon\"}";
    String token =
        base64("{\"alg\":\"HS256\",\"typ\":\"JWT\"}")
            + "."
            + base64(claims)
            + "."
            + filled("{{base64url:43}}");

    assertNone(TestConfigs.env("SUPABASE_ANON_KEY", token));
    assertNone(TestConfigs.words("x", "--supabase-anon-key", token));
    assertNone(TestConfigs.server(header("apikey", token)));
    assertNone(TestConfigs.server(header("Authorization", "Bearer " + token)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pk_live_{{base62:24}}",
        "pk_test_{{base62:24}}",
        "sb_publishable_{{base62:22}}_{{base62:8}}",
        "phc_{{base62:43}}",
        "pk-lf-{{uuid}}",
        "sq0idp-{{base62:22}}",
        "NRJS-{{hex:19}}"
      })
  void a_key_that_its_provider_calls_public_is_none(String template) {
    assertNone(TestConfigs.env("PROVIDER_KEY", filled(template)));
    assertNone(TestConfigs.words("x", "--api-key", filled(template)));
  }

  @Test
  void identifiers_of_clients_and_of_providers_are_none() {
    assertNone(
        TestConfigs.of(
            filled(
                """
                {"userID": "{{hex:64}}", "machineID": "{{hex:64}}", "anonymousId": "{{uuid}}",
                 "projects": {"/home/me/x": {"lastSessionId": "{{uuid}}", "mcpServers": {}}},
                 "mcpServers": {"supabase": {
                   "url": "https://mcp.supabase.com/mcp?project_ref={{lower:20}}"}}}
                """)));
    assertNone(TestConfigs.words("x", "--project-ref=" + filled("{{lower:20}}")));
    assertNone(TestConfigs.words("npx", "-y", "acme", filled("{{hex:32}}")));
    assertNone(TestConfigs.words("uvx", "--from", filled("git+https://h.test/a@{{hex:40}}"), "a"));
    assertNone(TestConfigs.words("docker", "run", filled("acme/mcp@sha256:{{hex:64}}")));
  }

  @Test
  void names_of_variables_are_none() {
    assertNone(TestConfigs.words("docker", "run", "-e", "GITHUB_TOKEN", "acme/mcp"));
    assertNone(TestConfigs.words("docker", "run", "--env", "API_KEY", "-e", "B_TOKEN", "acme/mcp"));
    assertNone(TestConfigs.words("x", "--access-token", "SUPABASE_ACCESS_TOKEN"));
    assertNone(
        TestConfigs.words("x", "--env-file", "/home/me/.env", "--secrets", "$HOME/.env.docker"));
    assertNone(
        TestConfigs.server(
            "{\"url\": \"https://x.test\", \"bearer_token_env_var\": \"ACME_TOKEN\","
                + " \"env_http_headers\": {\"X-Api-Key\": \"ACME_API_KEY\"}}"));
    assertNone(TestConfigs.server("{\"cmd\": \"x\", \"env_keys\": [\"ACME_TOKEN\", \"API_KEY\"]}"));
    assertNone(TestConfigs.server("{\"command\": \"x\", \"env\": {\"API_KEY\": null}}"));
  }

  @Test
  void comments_and_tools_are_none() {
    assertNone(
        TestConfigs.of(
            """
            {"_comment": "Put your API key into API_KEY",
             "mcpServers": {"x": {"command": "x", "description": "Signs with a secret key.",
               "alwaysAllow": ["get_secret", "create_access_token", "rotate-signing-key-v2"],
               "_instructions": "token: see https://acme.test/docs#token"}}}
            """));
  }

  private void assertNone(DetectionSubject subject) {
    assertThat(detector.detect(subject)).isEmpty();
  }

  private static String header(String name, String value) {
    return "{\"url\": \"https://x.test\", \"headers\": {\"%s\": %s}}"
        .formatted(name, TestConfigs.quoted(value));
  }

  private static String base64(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String filled(String template) {
    return SampleTemplate.fill(template, new Random(5));
  }
}
