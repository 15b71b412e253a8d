package io.svc.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** An HTTP server on this machine that keeps what it is sent and answers as it was told to. */
public final class RecordingService implements AutoCloseable {
  /** A request as it came; names of headers in lower case. */
  public record Request(String method, String path, Map<String, String> headers, String body) {}

  /** What to answer. */
  public record Reply(int status, String body, Map<String, String> headers) {
    public static Reply of(int status, String body) {
      return new Reply(status, body, Map.of());
    }
  }

  private final HttpServer server;
  private final String scheme;
  private final Iterator<Reply> replies;
  private final List<Request> requests = new ArrayList<>();

  private RecordingService(HttpServer server, String scheme, Iterator<Reply> replies) {
    this.server = server;
    this.scheme = scheme;
    this.replies = replies;
    server.createContext("/", this::answer);
    server.start();
  }

  /** A service that gives these answers, one after the other. */
  public static RecordingService answering(Reply... replies) throws IOException {
    return new RecordingService(
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0),
        "http",
        List.of(replies).iterator());
  }

  /** A service that always gives the same answer. */
  static RecordingService always(Reply reply) throws IOException {
    return new RecordingService(
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0),
        "http",
        Stream.generate(() -> reply).iterator());
  }

  /** The same with a certificate. */
  public static RecordingService answering(SSLContext context, Reply... replies)
      throws IOException {
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return new RecordingService(server, "https", List.of(replies).iterator());
  }

  public int port() {
    return server.getAddress().getPort();
  }

  public String url() {
    return scheme + "://localhost:" + port();
  }

  public synchronized List<Request> requests() {
    return List.copyOf(requests);
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    Map<String, String> headers = new TreeMap<>();
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) ->
                headers.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
    requests.add(
        new Request(
            exchange.getRequestMethod(),
            exchange.getRequestURI().toString(),
            headers,
            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
    Reply reply = replies.next();
    byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
    reply.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
    exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
