package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretJudgeTest {
  @ParameterizedTest
  @CsvSource({
    "secret_key=django-insecure-8%24kf%21x2m%28q%29_9w%26zp4v%5Er%2B1%3Dt%23y7%2Au%40b5n",
    "api_key=k9%24x2%21m%26q7%29z%3Cab%3Ew4%5Ep",
    "access_token=2%2F1234567890123456%3A0123456789abcdef0123456789abcdef"
  })
  void a_query_value_is_judged_without_its_escapes_and_reported_with_them(String parameter) {
    String value = parameter.substring(parameter.indexOf('=') + 1);

    assertThat(find("https://h.test/mcp?" + parameter + "&page=1"))
        .extracting(FoundSecret::value)
        .containsExactly(value);
  }

  @ParameterizedTest
  @CsvSource({
    "kms_key=arn%3Aaws%3Akms%3Aeu-west-1%3A123456789012%3Akey%2Fbb0f1798-a377-3418-bfc9-945a02770b39",
    "token=%24%7BTOKEN%7D",
    "token=%3Cyour-token%3E"
  })
  void an_escaped_reference_placeholder_or_arn_is_not_found(String parameter) {
    assertThat(find("https://h.test/mcp?" + parameter)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "postgres://app:8%24kf%21x2%3Cabc%3E%2A%2A%2Am9@db.internal/app, 1",
    "postgres://app:8k!x2(q)_9w&zp4v^r<abc>***@db.internal/app, 1",
    "postgres://app:<password>@db.internal/app, 0",
    "postgres://app:$DB_PASSWORD@db.internal/app, 0",
    "postgres://app:%24%7BDB_PASSWORD%7D@db.internal/app, 0"
  })
  void a_generated_password_in_a_url_may_look_like_a_placeholder(String url, int findings) {
    assertThat(find(url)).hasSize(findings);
  }

  @Test
  void a_literal_next_to_a_reference_is_found() {
    String token = TestSecrets.of("{{base62:32}}");

    assertThat(TestSecrets.findInEnv("API_KEY", "${PREFIX}" + token))
        .extracting(FoundSecret::value)
        .containsExactly(token);
    assertThat(TestSecrets.findInEnv("API_KEY", "Bearer ${TOKEN}")).isEmpty();
  }

  @Test
  void the_found_value_is_masked_completely() {
    List<FoundSecret> found = TestSecrets.findInEnv("DB_PASSWORD", "pa$sword9!x");

    assertThat(found).extracting(FoundSecret::value).containsExactly("pa$sword9!x");
  }

  @Test
  void a_value_that_is_harmless_in_one_server_can_be_a_secret_in_another() {
    String value = TestSecrets.of("API-{{alnum-upper:30}}");

    for (int round = 0; round < 2; round++) {
      assertThat(findInServer("notes", "SETTING", value)).isEmpty();
      assertThat(findInServer("octopus", "SETTING", value))
          .extracting(FoundSecret::ruleId)
          .containsExactly("secrets/octopus-deploy-api-key");
    }
  }

  @Test
  void a_value_that_is_harmless_with_one_name_can_be_a_secret_with_another() {
    for (int round = 0; round < 2; round++) {
      assertThat(findInServer("notes", "SETTING", "winter-is-over-77")).isEmpty();
      assertThat(findInServer("notes", "DB_PASSWORD", "winter-is-over-77"))
          .extracting(FoundSecret::value)
          .containsExactly("winter-is-over-77");
    }
  }

  private static List<FoundSecret> findInServer(String server, String name, String value) {
    return TestSecrets.find(
        TestSecrets.config(
            """
            {"mcpServers": {"%s": {"command": "x", "env": {"%s": "%s"}}}}
            """
                .formatted(server, name, value)));
  }

  private static List<FoundSecret> find(String url) {
    return TestSecrets.findInEnv("SERVICE", url);
  }
}
