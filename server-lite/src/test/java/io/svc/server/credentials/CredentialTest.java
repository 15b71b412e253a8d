package io.svc.server.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialTest {
  private static final String CANARY = "canary-5f3a9c";

  private static Credential credential(AuthType type, String header, String prefix) {
    return new Credential(type, CANARY, "dana", CANARY, header, prefix);
  }

  @Test
  void each_type_has_its_place() {
    assertThat(credential(AuthType.BEARER, "", "").headers())
        .isEqualTo(Map.of("Authorization", "Bearer " + CANARY));
    // RFC 7617, section 2.
    assertThat(new Credential(AuthType.BASIC, "", "Aladdin", "open sesame", "", "").headers())
        .isEqualTo(Map.of("Authorization", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="));
    assertThat(credential(AuthType.HEADER, "X-Key", "").headers())
        .isEqualTo(Map.of("X-Key", CANARY));
    assertThat(credential(AuthType.HEADER, "Authorization", "token ").headers())
        .isEqualTo(Map.of("Authorization", "token " + CANARY));
    Credential query = credential(AuthType.QUERY, "api_key", "");
    assertThat(query.headers()).isEmpty();
    assertThat(query.query()).isEqualTo(Map.of("api_key", CANARY));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host",
        "content-length",
        "Content-Type",
        "Transfer-Encoding",
        "Connection",
        "TE",
        "Upgrade",
        "Proxy-Authorization",
        "Expect",
        "X-Svc-Agent-Id",
        "X-Forwarded-For",
        "a b",
        "X-Key\r\nHost",
        "X:Key",
        "Schlüssel",
        ""
      })
  void headers_that_are_not_a_credentials_are_rejected(String name) {
    assertThat(credential(AuthType.HEADER, name, "").problem())
        .hasValueSatisfying(
            problem -> {
              assertThat(problem.field()).isEqualTo("header");
              assertThat(problem.message()).doesNotContain(CANARY);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r\nX-Evil: 1", "\n", "\r", "\0", " ", "\u007f", "\u0085", "ü"})
  void what_would_be_more_than_a_value_is_rejected_without_naming_it(String end) {
    Credential bearer = new Credential(AuthType.BEARER, CANARY + end, "", "", "", "");
    assertThat(bearer.problem())
        .hasValueSatisfying(
            problem -> {
              assertThat(problem.field()).isEqualTo("token");
              assertThat(problem.message()).doesNotContain(CANARY);
            });
    assertThat(new Credential(AuthType.HEADER, CANARY + end, "", "", "X-Key", "").problem())
        .isPresent();
  }

  @Test
  void parts_that_do_not_fit_are_rejected() {
    assertThat(new Credential(AuthType.BASIC, "", "a:b", CANARY, "", "").problem()).isPresent();
    assertThat(new Credential(AuthType.BASIC, "", "", CANARY, "", "").problem()).isPresent();
    assertThat(new Credential(AuthType.BASIC, "", "a", "b\nc", "", "").problem()).isPresent();
    assertThat(new Credential(AuthType.BASIC, "", "a", "", "", "").problem()).isEmpty();
    assertThat(new Credential(AuthType.QUERY, CANARY, "", "", "a&b", "").problem()).isPresent();
    assertThat(new Credential(AuthType.QUERY, "a\nb", "", "", "key", "").problem()).isPresent();
    assertThat(new Credential(AuthType.BEARER, "", "", "", "", "").problem()).isPresent();
    assertThat(new Credential(AuthType.HEADER, CANARY, "", "", "X-Key", "a\r\n").problem())
        .isPresent();
  }

  @Test
  void nothing_prints_it() {
    assertThat(credential(AuthType.BASIC, "", "")).asString().doesNotContain(CANARY);
    assertThat(new MappingDraft.SecretInput(CANARY, CANARY, CANARY))
        .asString()
        .doesNotContain(CANARY);
    assertThat(new SecretSource.FetchedCredential(credential(AuthType.BEARER, "", ""), "a@v1"))
        .asString()
        .contains("a@v1")
        .doesNotContain(CANARY);
    assertThat(
            new CredentialInjection("egc_1", "a@v1", Map.of("X-Key", CANARY), Map.of("k", CANARY)))
        .asString()
        .contains("X-Key")
        .doesNotContain(CANARY);
  }
}
