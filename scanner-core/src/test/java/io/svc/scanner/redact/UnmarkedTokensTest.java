package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnmarkedTokensTest {
  private static final String DISCORD =
      "{{begin}}{{digits:18}}{{to-base64-unpadded}}.{{base64url:6}}.{{base64url:38}}";
  private static final String JIRA = "{{begin}}4{{digits:11}}:{{base62:20}}{{to-base64}}";

  @ParameterizedTest
  @CsvSource({
    "'', discord-bot-token, " + DISCORD,
    "'Bot ', discord-bot-token, " + DISCORD,
    "'', atlassian-data-center-pat, " + JIRA,
    "'', telegram-bot-token-unmarked, {{digits:10}}:x{{base64url:34}}",
    "'https://api.telegram.org/bot', telegram-bot-token-unmarked, {{digits:9}}:B{{base64url:34}}",
    "'Bearer ', atlassian-data-center-pat, " + JIRA
  })
  void a_token_that_its_inside_proves_needs_no_name(String scheme, String rule, String template) {
    var found = TestSecrets.findInEnv("MY_VALUE", scheme + TestSecrets.of(template));

    assertThat(found).extracting(FoundSecret::ruleId).containsExactly("secrets/" + rule);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "M{{base62:25}}.{{base64url:6}}.{{base64url:38}}",
        "M{{base64:43}}",
        "{{begin}}{{digits:18}}{{to-base64-unpadded}}",
        "{{begin}}{{digits:18}}{{to-base64-unpadded}}.index.js",
        "{{begin}}{{digits:33}}{{to-base64}}",
        "{{begin}}Northpine is a wiki of ours, no more{{to-base64}}",
        "MTIz",
        "{{digits:9}}:x{{base64url:33}}",
        "{{digits:9}}:x{{base64url:35}}",
        "{{digits:5}}:x{{base64url:34}}",
        "x{{digits:9}}:x{{base64url:34}}",
        "123456789:some-name-of-exactly-35-characters1",
        "sha256:{{digits:64}}",
        "1732724400:2026-11-27T15-09-00-deployment-0001",
        "MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz"
      })
  void what_only_begins_alike_is_none(String template) {
    assertThat(TestSecrets.findInEnv("MY_VALUE", TestSecrets.of(template))).isEmpty();
  }
}
