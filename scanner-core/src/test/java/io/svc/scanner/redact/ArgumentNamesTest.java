package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentNamesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-e",
        "-3",
        "--token",
        "--api-key",
        "-Dserver.port",
        "--clarity_api_token",
        "-Command",
        "--inspect-brk",
        "--max-old-space-size",
        "--experimental-strip-types"
      })
  void a_name_behind_one_dash_or_two_is_a_flag(String text) {
    assertThat(ArgumentNames.isFlag(text)).isTrue();
    assertThat(ArgumentNames.isFlagWord(text + "=x y")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "token",
        "-",
        "--",
        "---",
        "-----BEGIN PRIVATE KEY-----",
        "-----BEGIN",
        "--a name with blanks",
        "-{{base64url:42}}",
        "--{{base62:41}}",
        "--{{alnum-lower:90}}"
      })
  void what_no_program_takes_is_none(String template) {
    assertThat(ArgumentNames.isFlag(TestSecrets.of(template))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"API_KEY=x", "a=b", "A1=", "X=a==", "DATABASE_URL=postgres://x?y=z"})
  void a_name_before_an_equals_sign_is_assigned(String text) {
    assertThat(ArgumentNames.isAssignment(text)).isEqualTo(!text.endsWith("1="));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=x",
        "1A=x",
        "a-b=x",
        "https://x.test?a=b",
        "ABSK{{base62:100}}==",
        "{{base62:43}}=",
        "ATATT3xFfGF0{{base62:60}}=0F3A22CD",
        "{{base62:40}}=0F3A22CD"
      })
  void the_padding_and_the_checksum_of_a_token_are_no_values(String template) {
    assertThat(ArgumentNames.isAssignment(TestSecrets.of(template))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"$env:API_KEY", "$Env:API_KEY", "{$env:API_KEY", "({$ENV:API_KEY"})
  void a_variable_of_powershell_is_known_by_its_drive(String text) {
    assertThat(ArgumentNames.isPowerShell(text)).isTrue();
    assertThat(ArgumentNames.ofPowerShell(text)).isEqualTo("API_KEY");
  }

  @ParameterizedTest
  @ValueSource(strings = {"$API_KEY", "env:API_KEY", "${env:API_KEY}", "{", ""})
  void other_texts_are_none(String text) {
    assertThat(ArgumentNames.isPowerShell(text)).isFalse();
  }
}
