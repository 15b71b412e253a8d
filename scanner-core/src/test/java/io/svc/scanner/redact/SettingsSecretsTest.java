package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.svc.scanner.config.McpConfig;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets in values that are files, connection strings or command lines themselves. */
class SettingsSecretsTest {
  /** Texts in which {@code PW} is a password or a token, and {@code ~} a line break. */
  static List<String> texts() {
    return List.of(
        "LOG_LEVEL=info~API_KEY=PW~PORT=80",
        "[server]~port = 80~db_password = PW",
        "server:~  port: 80~  api_key: 'PW'",
        "{\"server\": {\"apiKey\": \"PW\"}}",
        "spring.datasource.username=me~spring.datasource.password=PW",
        "registry=https://npm.acme.test/~//npm.acme.test/:_authToken=PW",
        "machine git.acme.test~  login me~  password PW",
        "[acme]~repository = https://pypi.acme.test/~username = me~password = PW",
        "<servers><server><id>a</id><password>PW</password></server></servers>",
        "<beans><bean><property name=\"password\" value=\"PW\"/></bean></beans>",
        "a.PlainLoginModule required username=\"me\" password=\"PW\";",
        "url=https://h.acme.test;api_key=PW;timeout=30",
        "Server=h.acme.test;Database=d;User Id=me;Password=PW;",
        "host=h.acme.test user=me password=PW",
        "h.acme.test:6380,password=PW,ssl=True",
        "-s -H \"X-Api-Key: PW\" -o out.json",
        "curl -s -H 'X-Api-Key: PW' https://h.acme.test",
        "-Xmx1g -Dapi.key=PW",
        "A=1~JAVA_OPTS=-Xmx1g -Dapi.key=PW",
        "A=1~DB=\"Server=h;User Id=me;Password=PW\"",
        "headers: \"X-Api-Key: PW\"~a: 1",
        "apiVersion: v1~users:~- name: me~  user:~    token: PW");
  }

  @ParameterizedTest
  @MethodSource("texts")
  void a_secret_in_a_text_is_found_once_in_each_spelling(String text) {
    String secret = TestSecrets.of("{{base62:24}}");
    String value = text.replace("PW", secret).replace('~', '\n');
    String encoded = Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8));

    assertThat(find(value)).extracting(FoundSecret::value).containsExactly(secret);
    assertThat(find(encoded)).extracting(FoundSecret::value).containsExactly(encoded);
    if (value.indexOf('\n') >= 0) {
      assertThat(find(value.replace("\"", "\\\"").replace("\n", "\\n")))
          .extracting(FoundSecret::value)
          .containsExactly(secret);
    }
  }

  @ParameterizedTest
  @MethodSource("texts")
  void references_and_placeholders_in_a_text_are_not_found(String text) {
    for (String harmless :
        List.of(
            "${CRM_TOKEN}",
            "$(cat /run/secrets/crm)",
            "ssm:/prod/crm/api_token",
            "op://Production/crm/credential",
            "https://acme.vault.azure.net/secrets/crm-token",
            "@Microsoft.KeyVault(SecretUri=https://acme.vault.azure.net/secrets/crm)",
            "<your-token>",
            "xxxxxxxxxxxxxxxx")) {
      String value = text.replace("PW", harmless).replace('~', '\n');

      assertThat(find(value)).as(value).isEmpty();
      assertThat(find(value.replace("\n", "\\n"))).as(value).isEmpty();
    }
  }

  @Test
  void a_command_in_a_variable_is_read() {
    String key = TestSecrets.of("{{base62:24}}");

    assertThat(find("acme-cli --api-key " + key + " --verbose"))
        .extracting(FoundSecret::value, FoundSecret::place)
        .containsExactly(
            tuple(key, "the argument `--api-key` in the environment variable `CONTENT`"));
  }

  @Test
  void the_place_is_the_line_and_the_name_in_the_text() {
    String key = TestSecrets.of("{{base62:24}}");
    String token = TestSecrets.of("ghp_{{begin}}{{base62:30}}{{crc32-base62}}");

    assertThat(find("A=1\nAPI_KEY=" + key + "\nGITHUB=" + token + "\n"))
        .extracting(FoundSecret::place, FoundSecret::ruleId)
        .containsExactly(
            tuple(
                "the setting `API_KEY` in line 2 of the environment variable `CONTENT`",
                "secrets/generic-credential"),
            tuple(
                "the setting `GITHUB` in line 3 of the environment variable `CONTENT`",
                "secrets/github-pat"));
    assertThat(find("Server=h;User Id=me;Password=" + key))
        .extracting(FoundSecret::place, FoundSecret::ruleId)
        .containsExactly(tuple("the environment variable `CONTENT`", "secrets/connection-string"));
  }

  @Test
  void the_secret_is_masked_as_written() {
    var found = find("<a><password>x&amp;9Kq-Lm2vB7&lt;</password></a>");
    var origin = found.get(0).origin();

    assertThat(found).extracting(FoundSecret::value).containsExactly("x&amp;9Kq-Lm2vB7&lt;");
    assertThat(new Redactor(TestRules.formats(), found).redact(origin, origin.text()))
        .isEqualTo("<a><password>***</password></a>");
  }

  @Test
  void no_secret_of_a_text_remains_in_its_masked_form() {
    String text =
        TestSecrets.of(
            """
            DB_PASSWORD=bulb
            URL=postgres://me:{{base62:14}}@h.acme.test/d
            API_KEY="{{base62:24}}"
            GITHUB=ghp_{{base62:36}}
            REGION=eu
            """);
    var found = find(text);

    String safe = new Redactor(TestRules.formats(), found).redact(found.get(0).origin(), text);

    assertThat(found).hasSize(4);
    for (FoundSecret secret : found) {
      assertThat(safe).doesNotContain(secret.value());
    }
    assertThat(safe).contains("DB_PASSWORD=***\n", "me:***@h.acme.test", "REGION=eu");
  }

  @Test
  void the_key_pair_of_an_aws_credentials_file_is_found() {
    String file =
        TestSecrets.of(
            """
            [default]
            aws_access_key_id = AKIA{{aws-key-id}}
            aws_secret_access_key = {{base64-bytes:30}}
            region = eu-central-1
            """);

    assertThat(find(file))
        .extracting(FoundSecret::place)
        .containsExactly(
            "the setting `aws_access_key_id` in line 2 of the environment variable `CONTENT`",
            "the setting `aws_secret_access_key` in line 3 of the environment variable `CONTENT`");
  }

  @Test
  void a_public_key_in_a_wireguard_file_is_not_found() {
    String file =
        TestSecrets.of(
            """
            [Interface]
            PrivateKey = {{curve25519}}
            [Peer]
            PublicKey = {{base64-bytes:32}}
            PresharedKey = {{base64-bytes:32}}
            AllowedIPs = 10.0.0.0/24
            """);

    assertThat(TestSecrets.find(config("WG_CONFIG", file)))
        .extracting(FoundSecret::place)
        .containsExactly(
            "the setting `PrivateKey` in line 2 of the environment variable `WG_CONFIG`",
            "the setting `PresharedKey` in line 5 of the environment variable `WG_CONFIG`");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Use this server for invoices.\nAuthentication: OAuth only\nPassword: never ask for it",
        "max_tokens=4096;key_id=7;tokenizer=cl100k",
        "ssh -o StrictHostKeyChecking=no -i ~/.ssh/id_ed25519",
        "--max-old-space-size=4096 --require ./hook.js",
        "host=h.acme.test port=5432 sslmode=require",
        "env:\n  LOG_LEVEL: info\n  TOKEN: ${TOKEN}",
        "a=1; b=2; theme=dark"
      })
  void a_text_without_secrets_has_none(String text) {
    assertThat(find(text)).isEmpty();
  }

  @Test
  void yaml_that_starts_with_env_is_no_reference() {
    String key = TestSecrets.of("{{base62:24}}");

    assertThat(find("env:\n  API_KEY: " + key)).extracting(FoundSecret::value).containsExactly(key);
  }

  @Test
  void the_text_after_the_maximum_number_of_secrets_is_one_finding() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      text.append("API_KEY=").append(TestSecrets.of("{{base62:24}}", i)).append('\n');
    }

    List<FoundSecret> found = find(text.toString());

    assertThat(found).hasSize(101);
    assertThat(found.get(100).title())
        .isEqualTo("a text that is too large or too deeply nested to be examined");
    assertThat(found.get(100).place())
        .isEqualTo("the setting `API_KEY` in line 101 of the environment variable `CONTENT`");
    assertThat(text.toString().strip()).endsWith(found.get(100).value().strip());
  }

  @Test
  void a_secret_that_is_a_part_of_another_one_does_not_hide_it() {
    assertThat(find("A_PASSWORD=Kanarie7!Dach\nB_PASSWORD=Kanarie7!Dach-und-Zaun9"))
        .extracting(FoundSecret::value)
        .containsExactly("Kanarie7!Dach", "Kanarie7!Dach-und-Zaun9");
    assertThat(find("X_PASSWORD=Kanarie7\nAPI_TOKEN=Kanarie7Q8Zr4Vn2Xk7Lw5"))
        .extracting(FoundSecret::value)
        .containsExactly("Kanarie7", "Kanarie7Q8Zr4Vn2Xk7Lw5");
    assertThat(find("mcp --password Kanarie7! --key-password Kanarie7!Dach9 --token Kanarie7!"))
        .extracting(FoundSecret::value)
        .containsExactly("Kanarie7!", "Kanarie7!Dach9");
  }

  @Test
  void the_first_line_of_a_variable_is_judged_by_the_name_of_the_variable() {
    assertThat(TestSecrets.find(config("DB_PASSWORD", "Kanarie7!Dach1\nAPI_PASSWORD=Zaun8!Wiese2")))
        .extracting(FoundSecret::place, FoundSecret::value)
        .containsExactly(
            tuple("the environment variable `DB_PASSWORD`", "Kanarie7!Dach1"),
            tuple(
                "the setting `API_PASSWORD` in line 2 of the environment variable `DB_PASSWORD`",
                "Zaun8!Wiese2"));
  }

  @Test
  void an_argument_with_several_lines_is_the_content_of_a_file() {
    String json =
        "{\"mcpServers\": {\"x\": {\"command\": \"x\", \"args\": [\"--config\","
            + " \"DB_PASSWORD=Kanarie7!Dach1\\nAPI_PASSWORD=Zaun8!Wiese2\"]}}}";

    assertThat(TestSecrets.find(TestSecrets.config(json)))
        .extracting(FoundSecret::place, FoundSecret::value)
        .containsExactly(
            tuple("the setting `DB_PASSWORD` in line 1 of an argument", "Kanarie7!Dach1"),
            tuple("the setting `API_PASSWORD` in line 2 of an argument", "Zaun8!Wiese2"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql -u root -pKanarie7!Dach1 -h db",
        "sshpass -p Kanarie7!Dach1 ssh h",
        "/usr/bin/curl -u admin:Kanarie7!Dach1 https://h.acme.test",
        "cat a.sql | mysql -u root -pKanarie7!Dach1",
        "[db]\npassword = \"Kanarie7!Dach1\"\ndefault = true\n",
        "default password=Kanarie7!Dach1 user=me",
        "<!-- a\n<password>Kanarie7!Dach1</password>",
        "<a><b><![CDATA[\n<password>Kanarie7!Dach1</password></b></a>",
        "default login me password Kanarie7!Dach1",
        "machine\n  git.acme.test\n  login me\n  password Kanarie7!Dach1"
      })
  void a_password_is_found_behind_misleading_starts(String text) {
    assertThat(find(text)).extracting(FoundSecret::value).containsExactly("Kanarie7!Dach1");
  }

  @ParameterizedTest
  @CsvSource({
    "KEYSTORE_BASE64, MIIKQQIBAzCCCgcGCSqGSIb3DQEHAaCC",
    "PRIVATE_KEY_B64, LS0tLS1CRUdJTiBQUklWQVRF"
  })
  void a_key_beyond_the_limit_of_its_pattern_is_found_completely(String name, String start) {
    String key = start + TestSecrets.of("{{base64:4000}}");

    assertThat(TestSecrets.findInEnv(name, key))
        .extracting(FoundSecret::value)
        .containsExactly(key);
  }

  private static List<FoundSecret> find(String value) {
    return TestSecrets.find(config("CONTENT", value));
  }

  private static McpConfig config(String name, String value) {
    String json = value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    return TestSecrets.config(
        "{\"mcpServers\": {\"x\": {\"command\": \"x\", \"env\": {\"%s\": \"%s\"}}}}"
            .formatted(name, json));
  }
}
