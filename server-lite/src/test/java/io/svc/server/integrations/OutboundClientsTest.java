package io.svc.server.integrations;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.svc.server.Tenancy;
import io.svc.server.TestServer;
import io.svc.server.auth.OidcClient;
import io.svc.server.auth.OidcException;
import io.svc.server.auth.OidcSettings;
import io.svc.server.config.HostSpellings;
import io.svc.server.config.InvalidConfigException;
import io.svc.server.config.ServerConfigReader;
import io.svc.server.egress.GuardedSockets;
import io.svc.server.egress.NetworkGuard;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.integrations.ConfigField.Kind;
import io.svc.server.mail.Mail;
import io.svc.server.mail.MailException;
import io.svc.server.mail.MailSettings;
import io.svc.server.mail.Mailer;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.RawClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every outbound client of the server with every ambiguous spelling of a host, against a real
 * socket on the loopback address, which the operator has opened.
 */
@Tag("thorough")
class OutboundClientsTest {
  private static final String PATH = "/api/admin/integrations";
  private static final NetworkGuard OPERATOR = NetworkGuard.ofOperator(() -> 0);
  private static final Mail MAIL = new Mail("dana@example.com", "Subject", "Text");

  @TempDir static Path directory;
  private static Canary canary;
  private static TestServer server;
  private static Client admin;
  private static String key;

  /** Answers every connection with an empty JSON object, and counts them. */
  private static final class Canary implements AutoCloseable {
    private final ServerSocket listening;
    private final AtomicInteger connections = new AtomicInteger();

    private Canary() throws IOException {
      this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      Thread thread = new Thread(this::listen, "canary");
      thread.setDaemon(true);
      thread.start();
    }

    private void listen() {
      while (!listening.isClosed()) {
        try (Socket socket = listening.accept()) {
          connections.incrementAndGet();
          socket.setSoTimeout(200);
          socket
              .getOutputStream()
              .write(
                  "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"
                      .getBytes(UTF_8));
          socket.getInputStream().readNBytes(1);
        } catch (IOException e) {
          // The client went away, or the test is over.
        }
      }
    }

    private int port() {
      return listening.getLocalPort();
    }

    @Override
    public void close() throws IOException {
      listening.close();
    }
  }

  /** Connects to a host and the canary's port; returns why it did not. */
  @FunctionalInterface
  private interface Attempt {
    Optional<String> at(String host) throws Exception;
  }

  /** An outbound client by its name. */
  record OutboundClient(String name, Attempt attempt) {
    @Override
    public String toString() {
      return name;
    }
  }

  @BeforeAll
  static void start() throws IOException {
    canary = new Canary();
    server = TestServer.shared(Map.of("SVC_EGRESS_ALLOW_PRIVATE", "127.0.0.0/8"));
    Tenancy tenancy = new Tenancy(server);
    admin = tenancy.admin();
    key = tenancy.key(Role.OPERATOR, Scope.PROXY_USE);
    admin.put("/api/admin/tenant", Map.of("settings", Map.of("allowPlainHttp", true)));
  }

  @AfterAll
  static void stop() throws IOException {
    canary.close();
  }

  static List<OutboundClient> clients() {
    List<OutboundClient> clients = new ArrayList<>();
    for (IntegrationType type : IntegrationType.values()) {
      for (ConfigField field : type.fields()) {
        if (field.kind().isUrl()) {
          clients.add(
              new OutboundClient(
                  type + " " + field.name(), host -> integration(type, field, url(host))));
        }
      }
    }
    clients.add(new OutboundClient("proxy, header", host -> proxyHeader(host)));
    clients.add(new OutboundClient("proxy, path", host -> proxyPath(host)));
    clients.add(new OutboundClient("mail", OutboundClientsTest::mail));
    clients.add(new OutboundClient("mail, TLS", OutboundClientsTest::mailTls));
    clients.add(new OutboundClient("sockets of other protocols", OutboundClientsTest::socket));
    clients.add(new OutboundClient("OpenID discovery", OutboundClientsTest::discovery));
    clients.add(new OutboundClient("OpenID token", host -> provider(host, "token_endpoint")));
    clients.add(new OutboundClient("OpenID keys", host -> provider(host, "jwks_uri")));
    return clients;
  }

  /** Settings of the operator that name a host to connect to, or to listen on. */
  static List<String> operatorSettings() {
    return List.of("SVC_VAULT_ADDR", "SVC_OIDC_ISSUER", "SVC_BASE_URL");
  }

  @ParameterizedTest
  @MethodSource("clients")
  void connects_to_no_ambiguous_host(OutboundClient client) throws Exception {
    for (String host : HostSpellings.ambiguous()) {
      if (client.name().startsWith("mail") && host.equals("user:password@127.0.0.1")) {
        // The URL of a mail server has the user and the password there, and is the operator's.
        continue;
      }
      int before = canary.connections.get();
      Optional<String> rejection = client.attempt().at(host);

      assertThat(rejection).as("%s at \"%s\"", client, host).isPresent();
      assertThat(canary.connections.get()).as("%s at \"%s\"", client, host).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @MethodSource("clients")
  void connects_to_the_host_in_its_one_spelling(OutboundClient client) throws Exception {
    int before = canary.connections.get();
    client.attempt().at("127.0.0.1");

    // The connection is counted by another thread.
    for (int i = 0; i < 500 && canary.connections.get() == before; i++) {
      Thread.sleep(10);
    }
    assertThat(canary.connections.get()).isGreaterThan(before);
  }

  @Test
  void every_type_of_integration_with_an_address_is_walked() {
    assertThat(clients()).hasSizeGreaterThanOrEqualTo(IntegrationType.values().length + 7);
  }

  @ParameterizedTest
  @MethodSource("operatorSettings")
  void settings_of_the_operator_reject_every_ambiguous_host(String name) {
    assertThat(setting(name, "https://127.0.0.1:8443")).doesNotContain("127.0.0.1");
    for (String host : HostSpellings.ambiguous()) {
      String address = "https://" + host + ":8443";
      assertThat(setting(name, address)).as(address).contains("expected");
    }
  }

  /** The problems of a setting, without those of settings that depend on it. */
  private static String setting(String name, String value) {
    try {
      new ServerConfigReader(Map.of(name, value), directory).read(Map.of(), new ArrayList<>());
      return "";
    } catch (InvalidConfigException e) {
      return e.problems().stream().filter(problem -> problem.contains("URL")).toList().toString();
    }
  }

  private static String url(String host) {
    return "http://" + host + ":" + canary.port() + "/";
  }

  private static Optional<String> integration(IntegrationType type, ConfigField field, String url) {
    Map<String, Object> config = new LinkedHashMap<>();
    for (ConfigField other : type.fields()) {
      if (other.kind() == Kind.URL || other.kind() == Kind.SECRET_URL) {
        config.put(other.name(), other.equals(field) ? url : url("127.0.0.1"));
      } else if (other.kind() != Kind.RECIPIENTS) {
        config.put(other.name(), "1234567890abcdef");
      }
    }
    Answer created =
        admin.post(PATH, Map.of("type", type.toString(), "name", "walk", "config", config));
    if (created.status() != 201) {
      assertThat(created.status()).as("%s", created).isEqualTo(400);
      assertThat(created.text()).contains("config." + field.name());
      return Optional.of(created.text());
    }
    String id = created.json().at("/integration/id").asText();
    admin.post(PATH + "/" + id + "/test");
    admin.delete(PATH + "/" + id);
    return Optional.empty();
  }

  private static Optional<String> proxyHeader(String host) {
    return proxied("GET /v1/proxy HTTP/1.1", "X-Svc-Target-Url: " + url(host));
  }

  private static Optional<String> proxyPath(String host) {
    return proxied(
        "GET /v1/proxy/" + host + ":" + canary.port() + "/x HTTP/1.1",
        "X-Svc-Upstream-Scheme: http");
  }

  private static Optional<String> proxied(String line, String header) {
    Answer answer =
        RawClient.send(
            server.address(),
            line,
            "Host: svc.example",
            "Connection: close",
            "X-Api-Key: " + key,
            header);
    return answer.status() == 200 ? Optional.empty() : Optional.of(answer.text());
  }

  private static Optional<String> mail(String host) {
    return mailBy("smtp://" + host + ":" + canary.port() + "?from=svc@example.com&starttls=off");
  }

  private static Optional<String> mailTls(String host) {
    return mailBy("smtps://" + host + ":" + canary.port() + "?from=svc@example.com");
  }

  private static Optional<String> mailBy(String url) {
    try {
      new Mailer(MailSettings.parse(url), Clock.systemUTC(), OPERATOR).send(MAIL);
      return Optional.empty();
    } catch (IllegalArgumentException | MailException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static Optional<String> socket(String host) throws IOException {
    try (Socket socket = new GuardedSockets(OPERATOR).createSocket()) {
      socket.connect(InetSocketAddress.createUnresolved(host, canary.port()), 5_000);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(e.getCause().getMessage());
    }
  }

  private static Optional<String> discovery(String host) {
    try (OidcClient client = oidc("https://" + host + ":" + canary.port())) {
      client.checkProvider();
      return Optional.empty();
    } catch (IllegalArgumentException | OidcException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static OidcClient oidc(String issuer) {
    URI uri;
    try {
      uri = new URI(issuer);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e.getReason(), e);
    }
    return new OidcClient(
        new OidcSettings(
            uri,
            "svc",
            "secret",
            OidcSettings.USUAL_SCOPES,
            OidcSettings.USUAL_GROUPS_CLAIM,
            Map.of(),
            List.of()),
        Clock.systemUTC(),
        OPERATOR);
  }

  /** A provider whose metadata names one endpoint elsewhere. */
  private static Optional<String> provider(String host, String endpoint) throws IOException {
    HttpServer provider =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    String issuer = "http://127.0.0.1:" + provider.getAddress().getPort();
    Map<String, String> endpoints = new LinkedHashMap<>();
    for (String name : List.of("authorization_endpoint", "token_endpoint", "jwks_uri")) {
      endpoints.put(name, issuer + "/" + name);
    }
    endpoints.put(endpoint, "https://" + host + ":" + canary.port() + "/");
    StringBuilder metadata = new StringBuilder("{\"issuer\":\"" + issuer + "\",");
    endpoints.forEach(
        (name, uri) ->
            metadata.append('"').append(name).append("\":\"").append(json(uri)).append("\","));
    metadata.append(
        "\"subject_types_supported\":[\"public\"],\"response_types_supported\":[\"code\"],"
            + "\"id_token_signing_alg_values_supported\":[\"RS256\"]}");
    serve(provider, "/.well-known/openid-configuration", metadata.toString());
    serve(provider, "/token_endpoint", tokens(issuer));
    provider.start();
    try (OidcClient client = oidc(issuer)) {
      client.exchange(
          new OidcClient.CallbackParameters("code", Optional.empty()),
          URI.create("http://127.0.0.1/callback"),
          "nonce",
          "verifier-of-43-letters-0123456789-abcdefghi");
      return Optional.empty();
    } catch (OidcException e) {
      return Optional.of(e.getMessage());
    } finally {
      provider.stop(0);
    }
  }

  private static void serve(HttpServer provider, String path, String body) {
    byte[] bytes = body.getBytes(UTF_8);
    provider.createContext(
        path,
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  /** A token that is checked with the keys of the provider, whatever they are. */
  private static String tokens(String issuer) {
    String token =
        encoded("{\"alg\":\"RS256\",\"kid\":\"k\"}")
            + "."
            + encoded(
                "{\"iss\":\"" + issuer + "\",\"sub\":\"s\",\"aud\":\"svc\",\"exp\":1,\"iat\":1}")
            + "."
            + encoded("signature");
    return "{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"id_token\":\"" + token + "\"}";
  }

  private static String encoded(String text) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
  }

  private static String json(String text) {
    return text.replace("\\", "\\\\").replace("\t", "\\t");
  }
}
