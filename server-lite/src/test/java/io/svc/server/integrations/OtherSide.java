package io.svc.server.integrations;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Whatever is integrated: notes what it is asked, and answers what it is told to. */
final class OtherSide implements AutoCloseable {
  /**
   * What it was asked.
   *
   * @param headers by name in lower case, the first of each
   */
  record Asked(String line, Map<String, String> headers, String body) {}

  private final HttpServer server;
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private volatile int status = 200;
  private volatile String body = "{}";

  OtherSide() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::take);
    server.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    Map<String, String> headers = new TreeMap<>();
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> headers.put(name.toLowerCase(java.util.Locale.ROOT), values.get(0)));
    asked.add(
        new Asked(
            exchange.getRequestMethod() + " " + exchange.getRequestURI(),
            headers,
            new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
    byte[] answer = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  OtherSide answers(int newStatus, String newBody) {
    status = newStatus;
    body = newBody;
    return this;
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  List<Asked> asked() {
    return List.copyOf(asked);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
