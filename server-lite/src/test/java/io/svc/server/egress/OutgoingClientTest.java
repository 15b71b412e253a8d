package io.svc.server.egress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import io.svc.server.config.Cidr;
import io.svc.server.egress.OutgoingException.Reason;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutgoingClientTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final NetworkGuard OPEN =
      new NetworkGuard(List.of(Cidr.parse("127.0.0.0/8").orElseThrow()), () -> 0);
  private static final NetworkGuard CLOSED = new NetworkGuard(List.of(), () -> 0);
  private static final Duration SHORT = Duration.ofMillis(400);
  private static final Duration LONG = Duration.ofSeconds(10);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(LOOPBACK, 0), 0);
    server.setExecutor(threads);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  @Test
  void a_request_arrives_unchanged_and_its_response_is_returned() throws Exception {
    AtomicReference<String> seen = new AtomicReference<>();
    server.createContext(
        "/hook",
        exchange -> {
          seen.set(
              exchange.getRequestMethod()
                  + " "
                  + exchange.getRequestURI()
                  + " "
                  + new String(exchange.getRequestBody().readAllBytes(), UTF_8)
                  + " "
                  + exchange.getRequestHeaders().entrySet().stream()
                      .filter(header -> !header.getKey().equals("Host"))
                      .map(header -> header.getKey() + "=" + header.getValue())
                      .sorted()
                      .toList());
          exchange.getResponseHeaders().add("X-Thing", "one");
          exchange.getResponseHeaders().add("X-Thing", "two");
          exchange.sendResponseHeaders(418, 3);
          exchange.getResponseBody().write("tea".getBytes(UTF_8));
          exchange.close();
        });

    try (OutgoingClient client = new OutgoingClient(OPEN)) {
      OutgoingResponse reply =
          client.send(
              new OutgoingRequest(
                  "POST", at("/hook?a=b%20c"), Map.of("X-Key", "k1"), "hello".getBytes(UTF_8)));

      assertThat(seen.get())
          .isEqualTo(
              "POST /hook?a=b%20c hello [Connection=[keep-alive], Content-length=[5],"
                  + " User-agent=[svc-server], X-key=[k1]]");
      assertThat(reply.status()).isEqualTo(418);
      assertThat(reply.text()).isEqualTo("tea");
      assertThat(reply.header("x-thing")).contains("one, two");
      assertThat(reply.took()).isPositive();
    }
  }

  @Test
  void a_redirect_is_an_answer() throws Exception {
    AtomicInteger followed = new AtomicInteger();
    server.createContext("/next", exchange -> followed.incrementAndGet());
    server.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().add("Location", at("/next").toString());
          exchange.sendResponseHeaders(302, -1);
          exchange.close();
        });

    assertThat(get(OPEN, at("/")).status()).isEqualTo(302);
    assertThat(followed).hasValue(0);
  }

  @Test
  void proxies_of_the_jvm_are_not_asked() throws Exception {
    server.createContext("/", exchange -> answer(exchange, 200));
    System.setProperty("http.proxyHost", "127.0.0.1");
    System.setProperty("http.proxyPort", "1");
    System.setProperty("http.nonProxyHosts", "");
    try {
      assertThat(get(OPEN, at("/")).status()).isEqualTo(200);
    } finally {
      System.clearProperty("http.proxyHost");
      System.clearProperty("http.proxyPort");
      System.clearProperty("http.nonProxyHosts");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "localhost",
        "LOCALHOST",
        "0.0.0.0",
        "[::1]",
        "[0:0:0:0:0:0:0:1]",
        "[::]",
        "[::7f00:1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "[fd00:ec2::254]",
        "169.254.169.254"
      })
  void what_is_not_public_is_rejected(String host) {
    URI uri = URI.create("http://" + host + ":" + server.getAddress().getPort() + "/");

    assertThat(failure(CLOSED, uri, PlainHttpPolicy.ANYWHERE).reason())
        .isEqualTo(Reason.BLOCKED_ADDRESS);
  }

  @ParameterizedTest
  @MethodSource("io.svc.server.config.HostSpellings#ambiguous")
  void an_ambiguous_spelling_is_rejected_without_a_connection(String host) throws Exception {
    AtomicInteger called = new AtomicInteger();
    server.createContext("/", exchange -> called.incrementAndGet());
    String address = "http://" + host + ":" + server.getAddress().getPort();

    assertThat(OutgoingClient.problemOf(address)).isPresent();
    Optional<URI> uri = parsed(address);
    if (uri.isPresent()) {
      assertThat(failure(OPEN, uri.get(), PlainHttpPolicy.ANYWHERE).reason())
          .isEqualTo(Reason.BAD_URL);
    }
    assertThat(called).hasValue(0);
  }

  private static Optional<URI> parsed(String address) {
    try {
      return Optional.of(new URI(address));
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  @Test
  void only_names_are_looked_up() throws Exception {
    AtomicInteger lookUps = new AtomicInteger();
    DnsResolver counting =
        host -> {
          lookUps.incrementAndGet();
          throw new UnknownHostException(host);
        };
    server.createContext("/", exchange -> answer(exchange, 200));
    try (OutgoingClient client = client(OPEN, counting, LONG)) {
      assertThat(client.send(OutgoingRequest.get(at("/"), Map.of())).status()).isEqualTo(200);
    }
    assertThat(lookUps).hasValue(0);
  }

  @Test
  void one_private_address_among_public_ones_rejects_the_name() throws Exception {
    InetAddress open = InetAddress.getByName("93.184.216.34");
    try (OutgoingClient client = client(CLOSED, host -> new InetAddress[] {open, LOOPBACK}, LONG)) {
      OutgoingException failure =
          catchThrowableOfType(
              OutgoingException.class,
              () -> client.send(OutgoingRequest.get(URI.create("https://a.example/"), Map.of())));

      assertThat(failure.reason()).isEqualTo(Reason.BLOCKED_ADDRESS);
      assertThat(failure).hasMessage("\"a.example\" is a loopback address, which is blocked.");
    }
  }

  @Test
  void a_name_is_looked_up_once_and_the_address_that_was_checked_is_called() throws Exception {
    AtomicInteger lookUps = new AtomicInteger();
    server.createContext("/", exchange -> answer(exchange, 200));
    DnsResolver rebinding =
        host ->
            new InetAddress[] {
              lookUps.getAndIncrement() == 0 ? LOOPBACK : InetAddress.getByName("10.0.0.1")
            };
    URI uri = URI.create("http://rebind.example:" + server.getAddress().getPort() + "/");

    try (OutgoingClient client = client(OPEN, rebinding, LONG)) {
      assertThat(client.send(OutgoingRequest.get(uri, Map.of())).status()).isEqualTo(200);
      assertThat(lookUps).hasValue(1);
      assertThatThrownBy(() -> client.send(OutgoingRequest.get(uri, Map.of())))
          .hasMessage("\"rebind.example\" is a private address, which is blocked.");
    }
  }

  @Test
  void what_is_streamed_goes_to_the_address_that_was_checked_too() throws Exception {
    AtomicInteger lookUps = new AtomicInteger();
    server.createContext("/", exchange -> answer(exchange, 200));
    DnsResolver rebinding =
        host ->
            new InetAddress[] {
              lookUps.getAndIncrement() == 0 ? LOOPBACK : InetAddress.getByName("10.0.0.1")
            };
    OutgoingCall call =
        new OutgoingCall(
            "GET",
            false,
            "rebind.example",
            server.getAddress().getPort(),
            "/",
            List.of(),
            Optional.empty());

    try (OutgoingClient client = client(OPEN, rebinding, LONG)) {
      try (StreamedResponse answer = client.open(call, PlainHttpPolicy.ANYWHERE)) {
        assertThat(answer.status()).isEqualTo(200);
      }
      assertThat(lookUps).hasValue(1);
      assertThatThrownBy(() -> client.open(call, PlainHttpPolicy.ANYWHERE))
          .hasMessage("\"rebind.example\" is a private address, which is blocked.");
    }
  }

  @Test
  void where_one_address_rejects_the_connection_the_next_is_tried() throws Exception {
    server.createContext("/", exchange -> answer(exchange, 200));
    InetAddress dead = InetAddress.getByName("127.0.0.77");
    URI uri = URI.create("http://two.example:" + server.getAddress().getPort() + "/");

    try (OutgoingClient client = client(OPEN, host -> new InetAddress[] {dead, LOOPBACK}, LONG)) {
      assertThat(client.send(OutgoingRequest.get(uri, Map.of())).status()).isEqualTo(200);
    }
  }

  @Test
  void this_server_is_not_called_where_loopback_is_open() {
    int port = server.getAddress().getPort();
    NetworkGuard guard =
        new NetworkGuard(List.of(Cidr.parse("127.0.0.0/8").orElseThrow()), () -> port);

    assertThat(failure(guard, at("/"), PlainHttpPolicy.ANYWHERE))
        .hasMessage("\"127.0.0.1\" is this server itself, which is blocked.");
  }

  @ParameterizedTest
  @CsvSource({
    "ftp://example.com/, 'begins with \"ftp:\"'",
    "file:///etc/passwd, 'begins with \"file:\"'",
    "/only/a/path, 'begins with \":\"'",
    "https:///path, has no host",
    "https://user:secret@example.com/, contains a user name",
    "https://exa_mple/, has no host",
    "https://example.com:0/, has the port 0",
    "https://example.com:70000/, has the port 70000"
  })
  void addresses_that_are_none_are_rejected(String uri, String message) {
    OutgoingException failure = failure(CLOSED, URI.create(uri), PlainHttpPolicy.ANYWHERE);

    assertThat(failure.reason()).isEqualTo(Reason.BAD_URL);
    assertThat(failure.getMessage()).contains(message).doesNotContain("secret");
  }

  @Test
  void without_encryption_only_opened_networks_are_called() throws Exception {
    InetAddress open = InetAddress.getByName("93.184.216.34");
    try (OutgoingClient client = client(OPEN, host -> new InetAddress[] {open}, LONG)) {
      OutgoingException failure =
          catchThrowableOfType(
              OutgoingException.class,
              () -> client.send(OutgoingRequest.get(URI.create("http://a.example/"), Map.of())));

      assertThat(failure.reason()).isEqualTo(Reason.BAD_URL);
      assertThat(failure)
          .hasMessage("The address of \"a.example\" begins with http:; expected https.");
    }
  }

  @Test
  void a_name_without_addresses_is_unknown() throws Exception {
    DnsResolver none =
        host -> {
          throw new UnknownHostException(host);
        };
    try (OutgoingClient client = client(OPEN, none, LONG)) {
      assertThat(failure(client, URI.create("https://nowhere.example/")).reason())
          .isEqualTo(Reason.UNKNOWN_HOST);
    }
  }

  @Test
  void a_look_up_that_hangs_ends_in_time() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    DnsResolver hanging =
        host -> {
          try {
            end.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return new InetAddress[] {LOOPBACK};
        };
    try (OutgoingClient client = client(OPEN, hanging, SHORT)) {
      assertThat(failure(client, URI.create("https://slow.example/")).reason())
          .isEqualTo(Reason.TIMEOUT);
    } finally {
      end.countDown();
    }
  }

  @Test
  void a_closed_port_rejects_the_connection() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, LOOPBACK)) {
      free = socket.getLocalPort();
    }
    OutgoingException failure =
        failure(OPEN, URI.create("http://127.0.0.1:" + free + "/"), PlainHttpPolicy.ANYWHERE);

    assertThat(failure.reason()).isEqualTo(Reason.CONNECT_FAILED);
    assertThat(failure).hasMessage("\"127.0.0.1\" refused the connection.");
  }

  @Test
  void an_answer_that_drips_ends_in_time() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, LOOPBACK);
        OutgoingClient client = client(OPEN, InetAddress::getAllByName, SHORT)) {
      threads.execute(() -> drip(socket));
      long start = System.nanoTime();

      assertThat(failure(client, on(socket)).reason()).isEqualTo(Reason.TIMEOUT);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
    }
  }

  @Test
  void an_endless_response_is_too_large_but_counts_as_accepted() throws Exception {
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(202, 0);
          try (OutputStream out = exchange.getResponseBody()) {
            while (true) {
              out.write(new byte[8192]);
            }
          }
        });

    OutgoingException failure = failure(OPEN, at("/"), PlainHttpPolicy.ANYWHERE);

    assertThat(failure.reason()).isEqualTo(Reason.TOO_LARGE);
    assertThat(failure.status()).hasValue(202);
    assertThat(failure).hasMessage("\"127.0.0.1\" sent more than 64 KiB.");
  }

  @Test
  void what_is_no_http_is_no_answer() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, LOOPBACK)) {
      threads.execute(() -> write(socket, "220 mail.example ESMTP\r\n".repeat(2000)));

      assertThat(failure(OPEN, on(socket), PlainHttpPolicy.ANYWHERE).reason())
          .isEqualTo(Reason.CONNECT_FAILED);
    }
  }

  @Test
  void a_header_that_would_be_two_is_no_header() {
    assertThatThrownBy(() -> OutgoingRequest.get(at("/"), Map.of("X-A", "b\r\nX-C: secret")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> OutgoingRequest.get(at("/"), Map.of("Host", "other")))
        .hasMessage("the header \"Host\" belongs to the connection");
  }

  private URI at(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  private static URI on(ServerSocket socket) {
    return URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/");
  }

  private static OutgoingClient client(NetworkGuard guard, DnsResolver names, Duration timeout) {
    return new OutgoingClient(
        guard,
        names,
        () -> {
          try {
            return SSLContext.getDefault();
          } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
          }
        },
        timeout);
  }

  private static OutgoingResponse get(NetworkGuard guard, URI uri) throws OutgoingException {
    try (OutgoingClient client = new OutgoingClient(guard)) {
      return client.send(OutgoingRequest.get(uri, Map.of()));
    }
  }

  private static OutgoingException failure(NetworkGuard guard, URI uri, PlainHttpPolicy plain) {
    try (OutgoingClient client = new OutgoingClient(guard)) {
      return catchThrowableOfType(
          OutgoingException.class, () -> client.send(OutgoingRequest.get(uri, Map.of()), plain));
    }
  }

  private static OutgoingException failure(OutgoingClient client, URI uri) {
    return catchThrowableOfType(
        OutgoingException.class,
        () -> client.send(OutgoingRequest.get(uri, Map.of()), PlainHttpPolicy.ANYWHERE));
  }

  private static void answer(com.sun.net.httpserver.HttpExchange exchange, int status)
      throws IOException {
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  private static void write(ServerSocket socket, String text) {
    try (Socket peer = socket.accept()) {
      peer.getOutputStream().write(text.getBytes(UTF_8));
    } catch (IOException e) {
      // The client has heard enough.
      return;
    }
  }

  private static void drip(ServerSocket socket) {
    try (Socket peer = socket.accept()) {
      OutputStream out = peer.getOutputStream();
      out.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n".getBytes(UTF_8));
      while (true) {
        out.write('.');
        out.flush();
        Thread.sleep(50);
      }
    } catch (IOException e) {
      // The client has gone.
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void an_address_with_an_overlong_number_is_invalid() {
    assertThat(OutgoingClient.problemOf("http://[::ffff:1.2.3.26666666666]/"))
        .contains(
            "The address is not valid; expected an address such as" + " https://example.com/path.");
  }
}
