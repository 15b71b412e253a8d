package server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many events of telemetry a second are taken in over HTTP, read, masked and on disk, beside
 * inserting the very rows that they came to, in transactions of the same size, into the same kind
 * of file on the same machine.
 */
public final class TelemetryBenchmark {
  private static final Pattern KEY = Pattern.compile("\"key\":\"(svck_\\w+)\"");
  private static final Map<String, Integer> ROWS =
      Map.of("evidence", 1, "event", 1, "telemetry_key", 1);
  private static final int SENDERS = 4;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private TelemetryBenchmark() {}

  public static void main(String[] args) throws Exception {
    Path jar = Path.of(DurableDecisions.option(args, "jar", ""));
    int events = Integer.parseInt(DurableDecisions.option(args, "events", "20000"));
    int batch = Integer.parseInt(DurableDecisions.option(args, "batch", "500"));
    new TelemetryBenchmark().run(jar, events, batch);
  }

  private void run(Path jar, int events, int batch) throws Exception {
    Path directory = Files.createTempDirectory("telemetry");
    Path data = Files.createDirectory(directory.resolve("data"));
    double sent;
    try (ServerProcess server = new ServerProcess(jar, data)) {
      String key = key(server.address());
      // So that it is warm, and has pages to write to.
      send(server.address(), key, "warm", events / 4, batch);
      sent = events / send(server.address(), key, "run", events, batch);
    }
    double raw =
        PlainInsert.run(data.resolve("app.db"), directory.resolve("raw.db"), ROWS, events, batch)
            .perSecond();
    System.out.printf(
        Locale.ROOT,
        "over HTTP, durable: %,.0f events/s%nthe same rows inserted: %,.0f events/s%nratio: %.2f%n",
        sent,
        raw,
        sent / raw);
  }

  private String key(URI address) throws Exception {
    HttpResponse<String> registered =
        post(
            address.resolve("/api/auth/register"),
            "Cookie",
            "none=1",
            "{\"username\":\"bench\",\"email\":\"bench@example.com\","
                + "\"password\":\"plenty of horses 7\",\"workspaceName\":\"Bench\"}");
    String cookie = registered.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
    Matcher key =
        KEY.matcher(
            post(
                    address.resolve("/api/admin/api-keys"),
                    "Cookie",
                    cookie,
                    "{\"name\":\"bench\",\"scopes\":[\"telemetry:write\"]}")
                .body());
    if (!key.find()) {
      throw new IOException("no key was made");
    }
    return key.group(1);
  }

  private HttpResponse<String> post(URI uri, String header, String value, String body)
      throws Exception {
    return http.send(
        HttpRequest.newBuilder(uri)
            .header(header, value)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** Seconds that it took. */
  private double send(URI address, String key, String run, int events, int batch) throws Exception {
    List<String> bodies = new ArrayList<>();
    for (int from = 0; from < events; from += batch) {
      bodies.add(body(run, from, Math.min(events, from + batch)));
    }
    ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
    long begin = System.nanoTime();
    List<Future<HttpResponse<String>>> answers = new ArrayList<>();
    for (String body : bodies) {
      answers.add(
          senders.submit(
              () -> post(address.resolve("/v1/telemetry/events"), "X-Api-Key", key, body)));
    }
    for (Future<HttpResponse<String>> answer : answers) {
      if (answer.get().statusCode() != 202 || !answer.get().body().contains("\"rejected\":0")) {
        throw new IOException(answer.get().body());
      }
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    senders.shutdown();
    return seconds;
  }

  private static String body(String run, int from, int to) {
    StringBuilder body = new StringBuilder("[");
    String now = Instant.now().toString();
    for (int i = from; i < to; i++) {
      body.append(i == from ? "" : ",")
          .append("{\"event_id\":\"")
          .append(run)
          .append(i)
          .append("\",\"event_type\":\"ToolCallEvent\",\"timestamp\":\"")
          .append(now)
          .append("\",\"agent_id\":\"bot-")
          .append(i % 20)
          .append("\",\"session_id\":\"s-")
          .append(i / 50)
          .append(
              "\",\"payload\":{\"tool\":\"search_orders\",\"server\":\"shop\",\"operation\":\"read\","
                  + "\"destination\":\"https://shop.example.net/orders\",\"duration_ms\":")
          .append(i % 900)
          .append(",\"note\":\"order ")
          .append(i)
          .append(" of customer dana@example.com\"}}");
    }
    return body.append(']').toString();
  }
}
