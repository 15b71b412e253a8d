package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BasicLoginTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "me:{{base62:14}}",
        "{{hex:32}}:",
        "{{base62:40}}:",
        ":{{base62:40}}",
        "me:hunter42"
      })
  void a_login_with_a_password_or_a_key_is_a_secret(String template) {
    assertThat(BasicLogin.in("Basic " + encoded(TestSecrets.of(template))).isSecret()).isTrue();
    assertThat(BasicLogin.in(" basic  " + encoded(TestSecrets.of(template))).isSecret()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"me:", ":", "me:<password>", "me:${PASSWORD}", "my-user-name-of-the-wiki:"})
  void a_login_without_one_is_none(String text) {
    assertThat(BasicLogin.in("Basic " + encoded(text)).isSecret()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"me@acme.test:test", "admin@acme.test:password"})
  void a_preset_password_of_somebody_is_one_that_is_easily_guessed(String text) {
    BasicLogin login = BasicLogin.in("Basic " + encoded(text));

    assertThat(login.isSecret()).isFalse();
    assertThat(login.isPreset()).isTrue();
    assertThat(login.isWeak()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "user:password",
        "me@acme.test:",
        "me@acme.test:${PASSWORD}",
        "me@acme.test:<password>",
        "your.email@example.com:test"
      })
  void a_login_that_represents_another_has_no_preset_password(String text) {
    assertThat(BasicLogin.in("Basic " + encoded(text)).isPreset()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Basic", "Basic plan", "Basics of it", "Bearer bWU6cHc=", "Basic !!"})
  void other_texts_contain_no_login(String text) {
    assertThat(BasicLogin.in(text)).isNull();
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
