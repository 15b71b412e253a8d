package io.svc.server.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.svc.server.config.Cidr;
import io.svc.server.egress.OutgoingException.Reason;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Encryption, against a server whose certificate is for {@code hooks.example}. */
class OutgoingTlsTest {
  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final NetworkGuard OPEN =
      new NetworkGuard(List.of(Cidr.parse("127.0.0.0/8").orElseThrow()), () -> 0);

  @TempDir static Path directory;
  private static HttpsServer server;
  private static SSLContext trusting;

  @BeforeAll
  static void start() throws Exception {
    KeyStore store = selfSigned();
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext serving = SSLContext.getInstance("TLS");
    serving.init(keys.getKeyManagers(), null, null);
    trusting = SSLContext.getInstance("TLS");
    trusting.init(null, trust.getTrustManagers(), null);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(serving));
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterAll
  static void stop() {
    server.stop(0);
  }

  private static KeyStore selfSigned() throws Exception {
    Path file = directory.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=hooks.example",
                "-ext",
                "SAN=dns:hooks.example",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("keytool.txt").toFile())
            .start();
    assertThat(keytool.waitFor(1, TimeUnit.MINUTES)).isTrue();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
    // A certificate that is trusted is an entry of its own.
    KeyStore both = KeyStore.getInstance("PKCS12");
    both.load(null, null);
    both.setKeyEntry(
        "mykey", store.getKey("mykey", PASSWORD), PASSWORD, store.getCertificateChain("mykey"));
    both.setCertificateEntry("trusted", store.getCertificate("mykey"));
    return both;
  }

  @Test
  void a_name_is_compared_with_the_certificate_though_its_address_is_pinned() throws Exception {
    try (OutgoingClient client = client(trusting)) {
      assertThat(client.send(to("hooks.example")).status()).isEqualTo(204);

      OutgoingException failure =
          catchThrowableOfType(OutgoingException.class, () -> client.send(to("other.example")));
      assertThat(failure.reason()).isEqualTo(Reason.TLS);
      assertThat(failure.getMessage()).startsWith("\"other.example\" ").doesNotContain("java");
    }
  }

  private static OutgoingCall call(String host) {
    return new OutgoingCall(
        "GET", true, host, server.getAddress().getPort(), "/", List.of(), Optional.empty());
  }

  @Test
  void so_is_the_name_of_what_is_streamed() throws Exception {
    try (OutgoingClient client = client(trusting)) {
      try (StreamedResponse answer =
          client.open(call("hooks.example"), PlainHttpPolicy.OPENED_NETWORKS)) {
        assertThat(answer.status()).isEqualTo(204);
      }

      OutgoingException failure =
          catchThrowableOfType(
              OutgoingException.class,
              () -> client.open(call("other.example"), PlainHttpPolicy.OPENED_NETWORKS));
      assertThat(failure.reason()).isEqualTo(Reason.TLS);
    }
  }

  @Test
  void an_untrusted_certificate_is_rejected() throws Exception {
    try (OutgoingClient client = client(SSLContext.getDefault())) {
      OutgoingException failure =
          catchThrowableOfType(OutgoingException.class, () -> client.send(to("hooks.example")));

      assertThat(failure.reason()).isEqualTo(Reason.TLS);
      assertThat(failure)
          .hasMessage(
              "\"hooks.example\" has a certificate that is not trusted or is for another name.");
    }
  }

  @Test
  void plain_text_on_an_encrypted_port_is_no_way_round() throws Exception {
    try (OutgoingClient client = client(trusting)) {
      URI plain = URI.create("http://hooks.example:" + server.getAddress().getPort() + "/");

      OutgoingException failure =
          catchThrowableOfType(
              OutgoingException.class, () -> client.send(OutgoingRequest.get(plain, Map.of())));

      assertThat(failure.reason()).isEqualTo(Reason.CONNECT_FAILED);
    }
  }

  private static OutgoingRequest to(String host) {
    return OutgoingRequest.get(
        URI.create("https://" + host + ":" + server.getAddress().getPort() + "/"), Map.of());
  }

  private static OutgoingClient client(SSLContext tls) {
    return new OutgoingClient(
        OPEN,
        host -> new InetAddress[] {InetAddress.getLoopbackAddress()},
        () -> tls,
        Duration.ofSeconds(10));
  }
}
