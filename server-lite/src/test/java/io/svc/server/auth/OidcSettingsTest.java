package io.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OidcSettingsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://idp.example",
        "https://idp.example/realms/svc",
        "http://localhost:8080",
        "http://127.0.0.1:8080",
        "http://[::1]:8080"
      })
  void an_issuer_is_reached_safely(String issuer) {
    assertThat(settings(issuer, OidcSettings.USUAL_SCOPES).issuer()).hasToString(issuer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://idp.example",
        "http://127.evil.example",
        "http://localhost.evil.example",
        "ftp://idp.example",
        "idp.example",
        "https://idp.example?tenant=1",
        "https://idp.example#top",
        "https://user:hunter2@idp.example",
        "https:idp"
      })
  void another_issuer_is_rejected(String issuer) {
    assertThatThrownBy(() -> settings(issuer, OidcSettings.USUAL_SCOPES))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected https://host/path")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void without_the_scope_openid_there_is_no_identity() {
    assertThatThrownBy(() -> settings("https://idp.example", List.of("email")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Scopes \"email\" lack \"openid\"");
  }

  @Test
  void a_log_does_not_show_the_secret() {
    assertThat(settings("https://idp.example", OidcSettings.USUAL_SCOPES))
        .hasToString("OidcSettings[issuer=https://idp.example, clientId=svc]");
  }

  private static OidcSettings settings(String issuer, List<String> scopes) {
    return new OidcSettings(
        URI.create(issuer),
        "svc",
        "secret",
        scopes,
        OidcSettings.USUAL_GROUPS_CLAIM,
        Map.of(),
        List.of());
  }
}
