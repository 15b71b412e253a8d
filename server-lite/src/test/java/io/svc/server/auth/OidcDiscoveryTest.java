package io.svc.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.svc.server.egress.OutgoingClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Metadata that a certified provider would not publish. */
class OidcDiscoveryTest {
  private HttpServer server;
  private URI issuer;
  private int status = 200;
  private String body;
  private int questions;
  private Instant now = Instant.parse("2026-03-01T12:00:00Z");
  private OutgoingClient client;
  private OidcDiscovery discovery;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/.well-known/openid-configuration", this::answer);
    server.start();
    issuer = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    body = metadata();
    InstantSource time = () -> now;
    OidcSettings settings =
        new OidcSettings(
            issuer,
            "svc",
            "secret",
            OidcSettings.USUAL_SCOPES,
            OidcSettings.USUAL_GROUPS_CLAIM,
            Map.of(),
            List.of());
    client = new OutgoingClient(TestSignIns.GUARD);
    discovery = new OidcDiscovery(settings, time.withZone(ZoneOffset.UTC), client);
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
  }

  @Test
  void the_provider_is_asked_once_an_hour() throws OidcException {
    assertThat(questions).isZero();

    discovery.provider();
    now = now.plus(Duration.ofMinutes(59));
    discovery.provider();
    assertThat(questions).isEqualTo(1);

    now = now.plus(Duration.ofMinutes(1));
    discovery.provider();
    assertThat(questions).isEqualTo(2);
  }

  @Test
  void what_was_known_serves_while_the_provider_is_out_of_order() throws OidcException {
    discovery.provider();
    status = 503;
    now = now.plus(Duration.ofHours(2));

    assertThat(discovery.provider().metadata().getIssuer()).hasToString(issuer.toString());
  }

  @Test
  void after_a_failure_the_provider_has_a_pause() throws OidcException {
    status = 503;
    String message =
        "OpenID provider answered 503 at \""
            + issuer
            + "/.well-known/openid-configuration\"; expected its metadata";
    assertFailure(message);
    status = 200;
    assertFailure(message);
    assertThat(questions).isEqualTo(1);

    now = now.plusSeconds(5);

    assertThat(discovery.provider().metadata().getIssuer()).hasToString(issuer.toString());
  }

  @Test
  void what_is_no_metadata_is_reported() {
    body = "<html>Welcome</html>";

    assertFailure(
        "The document at \"" + issuer + "\" is not valid provider metadata: Invalid" + " JSON");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"issuer\":\"ISSUER\" | \"issuer\":\"ISSUER/\" | reports the issuer \"ISSUER/\"; expected",
        "ISSUER/token | http://idp.example/token | token_endpoint is \"http://idp.example/token\"",
        "\"jwks_uri\": | \"other_uri\": | metadata: At least one public JWK set must be specified",
        "RS256 | HS256 | signs ID tokens with [HS256]; expected RS256"
      })
  void what_cannot_be_trusted_is_rejected(String part, String instead, String reason) {
    body = body.replace(filledIn(part), filledIn(instead));

    assertThatThrownBy(() -> discovery.provider())
        .isInstanceOf(OidcException.class)
        .hasMessageContaining(filledIn(reason));
  }

  private void assertFailure(String message) {
    assertThatThrownBy(() -> discovery.provider())
        .isInstanceOf(OidcException.class)
        .hasMessage(message);
  }

  private String filledIn(String text) {
    return text.replace("ISSUER", issuer.toString());
  }

  private String metadata() {
    return filledIn(
        """
        {"issuer":"ISSUER","authorization_endpoint":"ISSUER/auth","token_endpoint":"ISSUER/token",\
        "jwks_uri":"ISSUER/jwks","response_types_supported":["code"],\
        "subject_types_supported":["public"],"id_token_signing_alg_values_supported":["RS256"]}\
        """);
  }

  private void answer(HttpExchange exchange) {
    questions++;
    try (exchange) {
      byte[] bytes = body.getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
