package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceholderSecretsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "not-needed",
        "NOT_NEEDED",
        "notNeeded",
        "notneeded",
        "not needed",
        "sk-not-needed",
        "not-a-real-key",
        "this-is-not-a-secret",
        "no-key-required",
        "no_token",
        "no-auth",
        "unused",
        "UNUSED",
        "ollama",
        "lm-studio",
        "lm_studio",
        "LMStudio",
        "llama.cpp",
        "vllm",
        "N/A",
        "anything"
      })
  void what_specifies_that_no_key_is_needed_is_none(String text) {
    assertThat(PlaceholderSecrets.isPlaceholder(text)).isTrue();
    assertThat(LiteralClassifier.canBeSecret(text)).isFalse();
    assertThat(TestSecrets.findInEnv("API_KEY", "${API_KEY:-" + text + "}")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hunter42",
        "ollama-prod-7x!k",
        "knot-needle",
        "nothing2see",
        "forget-me-not",
        "not.{{base62:32}}",
        "no-{{base62:32}}",
        "{{base62:32}}-not-real",
        "sk-{{base62:40}}",
        "na-{{hex:32}}"
      })
  void other_texts_may_be_secrets(String template) {
    assertThat(PlaceholderSecrets.isPlaceholder(TestSecrets.of(template))).isFalse();
  }
}
