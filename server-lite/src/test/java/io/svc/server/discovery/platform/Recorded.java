package io.svc.server.discovery.platform;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.svc.server.json.BadJsonException;
import io.svc.server.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/** A platform that answers what one of its kind answered; 404 to anything else. */
public final class Recorded implements AutoCloseable {
  /** What all recordings hold where secrets are. */
  public static final String CANARY = "canary-4711-secret";

  private record Told(int status, Map<String, String> headers, String body) {}

  private final HttpServer server;
  private final Map<String, Told> answers = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final Map<String, String> headers = new ConcurrentHashMap<>();
  private volatile CountDownLatch gate = new CountDownLatch(0);

  public Recorded() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "recorded");
              thread.setDaemon(true);
              return thread;
            }));
    server.createContext("/", this::handle);
    server.start();
  }

  private void handle(HttpExchange exchange) throws IOException {
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> headers.put(name.toLowerCase(java.util.Locale.ROOT), values.get(0)));
    String line = exchange.getRequestMethod() + " " + exchange.getRequestURI();
    asked.add(line);
    exchange.getRequestBody().readAllBytes();
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Told told = answers.getOrDefault(line, new Told(404, Map.of(), "{\"message\": \"not found\"}"));
    told.headers().forEach(exchange.getResponseHeaders()::set);
    byte[] body = told.body().getBytes(UTF_8);
    exchange.sendResponseHeaders(told.status(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** Answers a request, such as {@code GET /a?b=c}. */
  public Recorded on(String line, int status, String body) {
    return on(line, status, Map.of(), body);
  }

  public Recorded on(String line, int status, Map<String, String> headers, String body) {
    answers.put(line, new Told(status, new LinkedHashMap<>(headers), body));
    return this;
  }

  /** The same with a recording. */
  public Recorded on(String line, String recording) {
    return on(line, 200, text(recording));
  }

  /** The two pages of n8n. */
  public Recorded n8n() {
    String next = "eyJsaW1pdCI6Miwib2Zmc2V0IjoyfQ%3D%3D";
    return on("GET /api/v1/workflows?limit=100&excludePinnedData=true", "n8n-workflows-1.json")
        .on("GET /api/v1/workflows?limit=100&cursor=" + next, "n8n-workflows-2.json")
        .on("GET /api/v1/credentials?limit=100", 405, "{\"message\": \"GET method not allowed\"}");
  }

  /** Lets nobody have an answer until it is opened. */
  public CountDownLatch closeGate() {
    gate = new CountDownLatch(1);
    return gate;
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  public List<String> requests() {
    return List.copyOf(asked);
  }

  /** The last value of a header, by its name in lower case. */
  public String header(String name) {
    return Objects.requireNonNull(headers.get(name));
  }

  /** A recording as text. */
  public static String text(String name) {
    try (InputStream in = Recorded.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A recording as a tree. */
  public static com.fasterxml.jackson.databind.JsonNode json(String name) {
    try {
      return Json.read(text(name).getBytes(UTF_8));
    } catch (BadJsonException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    gate.countDown();
    server.stop(0);
  }
}
