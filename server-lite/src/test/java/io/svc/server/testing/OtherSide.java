package io.svc.server.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Whatever a server calls: notes what it is asked, and answers what it is told to. */
public final class OtherSide implements AutoCloseable {
  /**
   * What it was asked.
   *
   * @param headers by name in lower case, the first of each
   */
  public record Asked(String line, Map<String, String> headers, String body) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Asked> requests = new CopyOnWriteArrayList<>();
  private volatile int status = 200;
  private volatile String body = "{}";
  private final Map<String, String> headers = new ConcurrentHashMap<>();
  private volatile CountDownLatch silence = new CountDownLatch(0);

  public OtherSide() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  private void handle(HttpExchange exchange) throws IOException {
    Map<String, String> given = new TreeMap<>();
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> given.put(name.toLowerCase(java.util.Locale.ROOT), values.get(0)));
    requests.add(
        new Asked(
            exchange.getRequestMethod() + " " + exchange.getRequestURI(),
            given,
            new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
    await();
    headers.forEach(exchange.getResponseHeaders()::set);
    byte[] answer = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  public OtherSide answers(int newStatus, String newBody) {
    status = newStatus;
    body = newBody;
    return this;
  }

  /** A header of all answers from now on. */
  public OtherSide header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  /** Answers nothing more until it is told to. */
  public OtherSide silent() {
    silence = new CountDownLatch(1);
    return this;
  }

  public OtherSide answersAgain() {
    silence.countDown();
    return this;
  }

  private void await() {
    try {
      silence.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  public List<Asked> requests() {
    return List.copyOf(requests);
  }

  @Override
  public void close() {
    silence.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
