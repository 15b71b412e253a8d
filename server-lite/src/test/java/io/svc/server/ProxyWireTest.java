package io.svc.server;

import static io.svc.server.Governed.expect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.testing.Answer;
import io.svc.server.testing.OtherServer;
import io.svc.server.testing.RawClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the outbound proxy makes of HTTP as it comes over the wire, good and bad. */
@Tag("thorough")
class ProxyWireTest {
  private static final int LARGE = 100 << 20;

  @TempDir private static Path directory;
  private static TestServer server;
  private static String key;
  private OtherServer other;

  @BeforeAll
  static void start() {
    server = delayingServer(directory, 2);
    key = keyOf(server);
  }

  private static TestServer delayingServer(Path where, int seconds) {
    return TestServer.start(
        where,
        Map.of(
            "SVC_EGRESS_ALLOW_PRIVATE",
            "127.0.0.0/8",
            "SVC_PROXY_MAX_BODY_MIB",
            "110",
            "SVC_PROXY_TIMEOUT_SECONDS",
            Integer.toString(seconds)),
        Clock.systemUTC());
  }

  private static String keyOf(TestServer its) {
    Tenancy tenancy = new Tenancy(its);
    expect(
        200,
        tenancy
            .admin()
            .put("/api/admin/tenant", Map.of("settings", Map.of("allowPlainHttp", true))));
    return tenancy.key(Role.OPERATOR, Scope.PROXY_USE);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void end() {
    other.close();
  }

  private void answering(String... lines) {
    other =
        new OtherServer(
            (request, out) ->
                out.write(String.join("\r\n", lines).getBytes(StandardCharsets.ISO_8859_1)));
  }

  private byte[] request(String method, List<String> headers, String remainder) {
    List<String> lines =
        new ArrayList<>(
            List.of(
                method + " /v1/proxy/" + other.host() + "/ HTTP/1.1",
                "Host: a",
                "X-Api-Key: " + key,
                "X-Svc-Upstream-Scheme: http"));
    lines.addAll(headers);
    return (String.join("\r\n", lines) + "\r\n\r\n" + remainder)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private Answer send(String method, String... headers) {
    List<String> all = new ArrayList<>(List.of("Connection: close"));
    all.addAll(Arrays.asList(headers));
    return RawClient.sendBytes(server.address(), request(method, all, ""));
  }

  /** All that comes back before the connection ends. */
  private String all(byte[] request) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request);
      socket.getOutputStream().flush();
      ByteArrayOutputStream got = new ByteArrayOutputStream();
      try {
        socket.getInputStream().transferTo(got);
      } catch (IOException e) {
        got.write("(broken)".getBytes(StandardCharsets.US_ASCII));
      }
      return got.toString(StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void expectError(Answer answer, int status, String code) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    assertThat(answer.code()).as("%s", answer).isEqualTo(code);
    assertThat(answer.header("X-Svc-Error")).contains(code);
    assertThat(answer.header("X-Svc-Decision-Id")).isPresent();
  }

  @Test
  void a_server_that_does_not_respond_times_out() {
    other = new OtherServer((request, out) -> sleep(10));

    expectError(send("GET"), 504, "upstream_timeout");
  }

  private static void sleep(int seconds) {
    try {
      TimeUnit.SECONDS.sleep(seconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void a_server_that_is_not_there_is_distinguished_from_one_that_fails() {
    answering("HTTP/1.1 503 Busy", "Content-Length: 4", "", "busy");
    Answer own = send("GET");
    assertThat(own.status()).isEqualTo(503);
    assertThat(own.header("X-Svc-Error")).isEmpty();
    assertThat(own.text()).isEqualTo("busy");
    other.close();

    expectError(send("GET"), 502, "upstream_error");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "garbage\r\n\r\n",
        "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: nine\r\n\r\n"
      })
  void an_invalid_response_is_reported(String bytes) {
    other =
        new OtherServer(
            (request, out) -> {
              out.write(bytes.getBytes(StandardCharsets.US_ASCII));
              out.flush();
              throw new IOException("enough");
            });

    Answer answer = send("GET");

    assertThat(answer.status()).as("%s", answer).isEqualTo(502);
    assertThat(answer.header("X-Svc-Error")).contains("upstream_error");
  }

  @Test
  void an_answer_that_breaks_off_breaks_off_for_the_caller_too() {
    for (String front :
        List.of(
            "Content-Length: 1000\r\n\r\npart",
            "Transfer-Encoding: chunked\r\n\r\n4\r\npart\r\n")) {
      other =
          new OtherServer(
              (request, out) -> {
                out.write(("HTTP/1.1 200 OK\r\n" + front).getBytes(StandardCharsets.US_ASCII));
                out.flush();
                sleep(1);
                throw new IOException("enough");
              });
      HttpRequest request =
          HttpRequest.newBuilder(server.address().resolve("/v1/proxy/" + other.host() + "/"))
              .header("X-Api-Key", key)
              .header("X-Svc-Upstream-Scheme", "http")
              .build();

      assertThatThrownBy(
              () -> HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()))
          .isInstanceOf(IOException.class);
      other.close();
    }
  }

  @Test
  void packed_bodies_stay_packed() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write("plenty".getBytes(StandardCharsets.US_ASCII));
    }
    other =
        new OtherServer(
            (request, out) -> {
              out.write(
                  ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: "
                          + packed.size()
                          + "\r\n\r\n")
                      .getBytes(StandardCharsets.US_ASCII));
              out.write(packed.toByteArray());
            });

    Answer answer = send("GET", "Accept-Encoding: gzip");

    assertThat(answer.header("Content-Encoding")).contains("gzip");
    assertThat(answer.bytes()).isEqualTo(packed.toByteArray());
    assertThat(other.next().values("Accept-Encoding")).containsExactly("gzip");
  }

  @Test
  void pieces_come_when_they_are_there() throws Exception {
    CountDownLatch gotFirst = new CountDownLatch(1);
    other =
        new OtherServer(
            (request, out) -> {
              out.write(
                  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n"
                      .getBytes(StandardCharsets.US_ASCII));
              out.flush();
              try {
                gotFirst.await(5, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              out.write("3\r\ntwo\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            });
    HttpRequest request =
        HttpRequest.newBuilder(server.address().resolve("/v1/proxy/" + other.host() + "/"))
            .header("X-Api-Key", key)
            .header("X-Svc-Upstream-Scheme", "http")
            .build();

    InputStream body =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofInputStream()).body();

    assertThat(body.readNBytes(3)).asString().isEqualTo("one");
    assertThat(gotFirst.getCount()).isEqualTo(1);
    gotFirst.countDown();
    assertThat(body.readAllBytes()).asString().isEqualTo("two");
  }

  @Test
  void answers_without_a_body_have_none() {
    answering("HTTP/1.1 200 OK", "Content-Length: 1234", "ETag: \"a\"", "", "");
    Answer head = send("HEAD");
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.header("Content-Length")).contains("1234");
    assertThat(other.next().line()).startsWith("HEAD / ");
    other.close();
    answering("HTTP/1.1 204 No Content", "", "");
    assertThat(send("GET").status()).isEqualTo(204);
    other.close();
    answering("HTTP/1.1 304 Not Modified", "ETag: \"a\"", "", "");
    assertThat(send("GET", "If-None-Match: \"a\"").header("ETag")).contains("\"a\"");
    other.close();
    answering(
        "HTTP/1.1 103 Early Hints",
        "Link: </a>",
        "",
        "HTTP/1.1 200 OK",
        "Content-Length: 2",
        "",
        "ok");
    assertThat(send("GET").text()).isEqualTo("ok");
  }

  @Test
  void a_client_that_expects_100_continue_receives_it() {
    other = OtherServer.returningText("hello");

    String all =
        all(
            request(
                "POST",
                List.of("Connection: close", "Expect: 100-continue", "Content-Length: 2"),
                "{}"));

    assertThat(all).startsWith("HTTP/1.1 100 Continue").contains("HTTP/1.1 200 OK");
    OtherServer.Seen seen = other.next();
    assertThat(seen.text()).isEqualTo("{}");
    assertThat(seen.values("Expect")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 4\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\nContent-Length: 4",
        "Content-Length: 4\nContent-Length: 5",
        "Content-Length: 4, 5",
        "Content-Length: +4",
        "Content-Length: 0x4",
        "Content-Length: -4",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: chunked\nTransfer-Encoding: identity",
        "Transfer-Encoding: gzip",
        "Transfer-Encoding : chunked",
        "Transfer-Encoding:\n chunked",
        "X-A: b\n folded",
        "X-A: b\rX-B: c",
        "X A: b",
        ": b"
      })
  void a_request_whose_end_is_in_doubt_is_not_forwarded(String headers) {
    other = OtherServer.returningText("hello");
    List<String> lines = new ArrayList<>(Arrays.asList(headers.split("\n", -1)));
    boolean isFolded = headers.contains("\n ");
    List<String> sent = isFolded ? List.of(headers.replace("\n", "\r\n")) : new ArrayList<>(lines);

    String all =
        all(
            request(
                "POST",
                sent,
                "0\r\n\r\nGET /v1/proxy/"
                    + other.host()
                    + "/smuggled HTTP/1.1\r\nHost: a\r\n\r\n"));

    assertThat(all).startsWith("HTTP/1.1 400");
    assertThat(all.indexOf("HTTP/1.1", 1)).as(all).isNegative();
    assertThat(other.unseen()).isZero();
  }

  @Test
  void what_a_length_or_a_chunk_ends_is_not_read_on() {
    other = OtherServer.returningText("hello");

    String all =
        all(
            request(
                "POST",
                List.of("Content-Length: 4", "Connection: close"),
                "abcdGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"));

    assertThat(all).startsWith("HTTP/1.1 200").contains("hello");
    OtherServer.Seen seen = other.next();
    assertThat(seen.text()).isEqualTo("abcd");
    assertThat(seen.values("Content-Length")).containsExactly("4");
    assertThat(other.unseen()).isZero();
  }

  @Test
  void a_body_that_is_longer_than_it_may_be_is_rejected_at_once() {
    other = OtherServer.returningText("hello");

    Answer answer = send("POST", "Content-Length: " + (111 << 20));

    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.header("X-Svc-Error")).contains("payload_too_large");
    assertThat(other.unseen()).isZero();
  }

  /** Neither is ever held: the sender is ahead of the reader by no more than what buffers take. */
  @Test
  void a_hundred_megabytes_pass_each_way_as_fast_as_they_are_read(@TempDir Path own)
      throws Exception {
    // On a busy machine nothing moves for two seconds now and then.
    try (TestServer patient = delayingServer(own, 60)) {
      passLargeBodies(patient, keyOf(patient));
    }
  }

  private void passLargeBodies(TestServer patient, String itsKey) throws Exception {
    AtomicLong written = new AtomicLong();
    other =
        new OtherServer(
            (request, out) -> {
              out.write(
                  ("HTTP/1.1 200 OK\r\nX-Got: "
                          + request.length()
                          + "\r\nContent-Length: "
                          + LARGE
                          + "\r\n\r\n")
                      .getBytes(StandardCharsets.US_ASCII));
              byte[] piece = new byte[64 << 10];
              for (int remaining = LARGE; remaining > 0; remaining -= piece.length) {
                out.write(piece);
                written.addAndGet(piece.length);
              }
            });
    URI uri = patient.address().resolve("/v1/proxy/" + other.host() + "/");
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .header("X-Api-Key", itsKey)
            .header("X-Svc-Upstream-Scheme", "http")
            .timeout(Duration.ofMinutes(1))
            .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new Zeros(LARGE)))
            .build();

    HttpResponse<InputStream> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofInputStream());
    assertThat(answer.statusCode()).as("%s", answer.headers()).isEqualTo(200);
    assertThat(answer.headers().firstValue("X-Got")).contains(Integer.toString(LARGE));
    // Nobody reads: what was sent stands still far before the end.
    TimeUnit.MILLISECONDS.sleep(700);
    assertThat(written.get()).isLessThan(LARGE / 2);

    long got = 0;
    byte[] piece = new byte[64 << 10];
    for (int n = answer.body().read(piece); n >= 0; n = answer.body().read(piece)) {
      got += n;
    }
    assertThat(got).isEqualTo(LARGE);
  }

  /** So many zeros, made when they are read. */
  private static final class Zeros extends InputStream {
    private int remaining;

    Zeros(int remaining) {
      this.remaining = remaining;
    }

    @Override
    public int read() {
      return remaining-- > 0 ? 0 : -1;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      if (remaining <= 0) {
        return -1;
      }
      int read = Math.min(remaining, length);
      Arrays.fill(buffer, offset, offset + read, (byte) 0);
      remaining -= read;
      return read;
    }
  }
}
