package io.svc.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.Crowd;
import io.svc.server.testing.OtherServer;
import io.svc.server.testing.RawClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that are slow in each part of an exchange, by real sockets, with a limit of a second. */
@Timeout(60)
@Tag("thorough")
class SlowClientTest {
  private static final Duration LIMIT = Duration.ofSeconds(1);

  /** The limit, one check, and the delay of a busy machine. */
  private static final Duration LONGEST = LIMIT.plusSeconds(4);

  @TempDir static Path directory;
  private static TestServer server;
  private static Tenancy tenancy;

  @BeforeAll
  static void start() {
    server =
        TestServer.start(
            directory,
            Map.of(
                "SVC_SLOW_CLIENT_SECONDS",
                Long.toString(LIMIT.toSeconds()),
                "SVC_EGRESS_ALLOW_PRIVATE",
                "127.0.0.0/8"),
            Clock.systemUTC());
    tenancy = new Tenancy(server);
    tenancy.admin().put("/api/admin/tenant", Map.of("settings", Map.of("allowPlainHttp", true)));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Socket connect() throws IOException {
    Socket socket = new Socket(server.address().getHost(), server.address().getPort());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(100);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(UTF_8));
    socket.getOutputStream().flush();
  }

  /** Does something every tenth of a second until the server closes; returns how long that took. */
  private static Duration untilClosed(Socket socket, String piece) throws IOException {
    long start = System.nanoTime();
    InputStream in = socket.getInputStream();
    while (Duration.ofNanos(System.nanoTime() - start).toSeconds() < 20) {
      try {
        if (!piece.isEmpty()) {
          send(socket, piece);
        }
        if (in.read() < 0) {
          return Duration.ofNanos(System.nanoTime() - start);
        }
      } catch (SocketTimeoutException e) {
        // Still open: the next piece.
        Thread.onSpinWait();
      } catch (SocketException e) {
        return Duration.ofNanos(System.nanoTime() - start);
      }
    }
    throw new AssertionError("the connection is still open");
  }

  private static String post(String path, String header) {
    return String.join(
        "\r\n",
        "POST " + path + " HTTP/1.1",
        "Host: localhost",
        "Content-Type: application/json",
        header,
        "",
        "");
  }

  /**
   * A client that does not complete a request.
   *
   * @param start first bytes of the request
   * @param piece bytes sent every 100 ms after the start
   */
  private record Stalled(String name, String start, String piece) {
    Duration untilClosed() throws IOException {
      try (Socket socket = connect()) {
        send(socket, start);
        return SlowClientTest.untilClosed(socket, piece);
      }
    }
  }

  /** The clients wait for the server at the same time. */
  @TestFactory
  Stream<DynamicTest> closes_connections_of_stalled_clients() throws InterruptedException {
    String get = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n";
    String login = "/api/auth/login";
    List<Stalled> clients =
        List.of(
            new Stalled("without a request", "", ""),
            new Stalled("a request line byte by byte", "", "G"),
            new Stalled("a header byte by byte", get + "X-Slow: ", "a"),
            new Stalled("header lines without an end", get, "X-A: b\r\n"),
            new Stalled("a body byte by byte", post(login, "Content-Length: 10000") + "{", " "),
            new Stalled(
                "a body of chunks byte by byte",
                post(login, "Transfer-Encoding: chunked"),
                "1\r\n \r\n"),
            new Stalled(
                "the rest of a rejected body",
                post("/v1/eval", "Content-Length: 10000") + "{",
                " "),
            new Stalled("idle after a request", get + "\r\n", ""));
    List<Crowd.Outcome<Duration>> outcomes =
        Crowd.of(clients.size(), i -> clients.get(i)::untilClosed);
    return IntStream.range(0, clients.size())
        .mapToObj(
            i ->
                DynamicTest.dynamicTest(
                    clients.get(i).name(),
                    () -> {
                      assertThat(outcomes.get(i).failure()).isNull();
                      assertThat(outcomes.get(i).result()).isLessThan(LONGEST);
                    }));
  }

  @Test
  void a_response_that_is_read_byte_by_byte_is_broken_off() throws Exception {
    String key = tenancy.key(Role.OPERATOR, Scope.PROXY_USE);
    try (OtherServer large = new OtherServer((seen, out) -> out.write(bytes(64 << 20)));
        Socket socket = new Socket()) {
      socket.setReceiveBufferSize(4_096);
      socket.connect(
          new java.net.InetSocketAddress(server.address().getHost(), server.address().getPort()));
      socket.setSoTimeout(10_000);
      send(socket, proxied(large, key));
      long start = System.nanoTime();
      long read = 0;
      InputStream in = socket.getInputStream();
      // The server fills the buffers of both sides, and then waits.
      while (Duration.ofNanos(System.nanoTime() - start).compareTo(LONGEST) < 0) {
        read += in.read() < 0 ? 0 : 1;
        Thread.sleep(50);
      }
      assertThat(read).isPositive();
      assertThat(readRemaining(in)).as("bytes of 64 MiB").isLessThan(32L << 20);
    }
  }

  private static long readRemaining(InputStream in) {
    byte[] piece = new byte[64 << 10];
    long all = 0;
    try {
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        all += read;
      }
    } catch (IOException e) {
      // The server closed the connection; only that is counted.
      return all;
    }
    return all;
  }

  private static byte[] bytes(int length) {
    byte[] head =
        ("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: " + length + "\r\n\r\n")
            .getBytes(UTF_8);
    return java.util.Arrays.copyOf(head, head.length + length);
  }

  private static String proxied(OtherServer other, String key) {
    return "GET /v1/proxy/"
        + other.host()
        + "/ HTTP/1.1\r\nHost: localhost\r\nX-Svc-Upstream-Scheme: http\r\nX-Api-Key: "
        + key
        + "\r\n\r\n";
  }

  @Test
  void a_body_that_comes_steadily_may_take_longer_than_the_limit() throws Exception {
    try (Socket socket = connect()) {
      socket.setSoTimeout(10_000);
      String piece = " ".repeat(2_000);
      send(socket, post("/api/auth/login", "Content-Length: " + (30 * piece.length() + 2)));
      for (int i = 0; i < 30; i++) {
        send(socket, piece);
        Thread.sleep(100);
      }
      send(socket, "{}");
      byte[] status = socket.getInputStream().readNBytes(12);

      assertThat(new String(status, UTF_8)).isEqualTo("HTTP/1.1 400");
    }
  }

  @Test
  void a_stream_with_pauses_longer_than_the_limit_is_passed_on() {
    String key = tenancy.key(Role.OPERATOR, Scope.PROXY_USE);
    try (OtherServer pausing =
        new OtherServer(
            (seen, out) -> {
              out.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n".getBytes(UTF_8));
              for (int i = 0; i < 3; i++) {
                out.write("ab".getBytes(UTF_8));
                out.flush();
                sleep(LIMIT.plusMillis(500));
              }
            })) {
      Answer answer = RawClient.sendBytes(server.address(), proxied(pausing, key).getBytes(UTF_8));

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.text()).isEqualTo("ababab");
    }
  }

  @Test
  void a_client_may_wait_for_an_approval_longer_than_the_limit() {
    Governed governed = new Governed(server);
    String id =
        governed.policy(
            "draft",
            """
            version: 1
            kind: agent_policy
            metadata: {name: ask}
            rules:
              - id: ask
                effect: require_approval
                reason: A person decides.
                match: {action: [tool_call]}
                approval: {timeout_seconds: 60}
            """);
    governed.move(id, io.svc.server.policies.Stage.ENFORCE, io.svc.server.policies.Stage.ENFORCE);
    String key = governed.tenancy().key(Role.OPERATOR, Scope.EVAL_WRITE);
    Client agent = server.visitor().with("X-Api-Key", key);
    Answer asked =
        agent.post(
            "/v1/eval",
            Map.of("agent_id", "waiting", "action", Map.of("type", "tool_call", "tool", "pay")));
    String approval = asked.json().at("/approval/approval_id").asText();
    assertThat(approval).as("%s", asked).isNotEmpty();
    long start = System.nanoTime();
    Answer waited =
        agent.with("Prefer", "wait=" + (LIMIT.toSeconds() + 2)).get("/v1/approvals/" + approval);

    assertThat(waited.status()).as("%s", waited).isBetween(200, 299);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(LIMIT.plusSeconds(1));
  }

  private static void sleep(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
