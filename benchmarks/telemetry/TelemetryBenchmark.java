package telemetry;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many events of telemetry a second are taken in over HTTP, read, masked and on disk, beside
 * inserting the very rows that they came to, in transactions of the same size, into the same kind
 * of file on the same machine.
 */
public final class TelemetryBenchmark {
  private static final Pattern KEY = Pattern.compile("\"key\":\"(svck_\\w+)\"");
  private static final List<String> TABLES = List.of("evidence", "event", "telemetry_key");
  private static final int SENDERS = 4;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private TelemetryBenchmark() {}

  public static void main(String[] args) throws Exception {
    String classes = option(args, "classes", "");
    int events = Integer.parseInt(option(args, "events", "20000"));
    int batch = Integer.parseInt(option(args, "batch", "500"));
    new TelemetryBenchmark().run(classes, events, batch);
  }

  private static String option(String[] args, String name, String otherwise) {
    return Arrays.stream(args)
        .filter(arg -> arg.startsWith("--" + name + "="))
        .map(arg -> arg.substring(name.length() + 3))
        .findFirst()
        .orElse(otherwise);
  }

  private void run(String classes, int events, int batch) throws Exception {
    Path directory = Files.createTempDirectory("telemetry");
    Path data = Files.createDirectory(directory.resolve("data"));
    double sent;
    Process server = start(classes, data, directory.resolve("log"));
    try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8)) {
      String line = out.readLine();
      if (line == null) {
        throw new IOException(Files.readString(directory.resolve("log")));
      }
      URI address = URI.create(line.substring("listening on ".length()));
      String key = key(address);
      // So that it is warm, and has pages to write to.
      send(address, key, "warm", events / 4, batch);
      sent = events / send(address, key, "run", events, batch);
    } finally {
      server.destroy();
      server.waitFor(30, TimeUnit.SECONDS);
    }
    double raw =
        events / insert(data.resolve("app.db"), directory.resolve("raw.db"), events, batch);
    System.out.printf(
        Locale.ROOT,
        "over HTTP, durable: %,.0f events/s%nthe same rows inserted: %,.0f events/s%nratio: %.2f%n",
        sent,
        raw,
        sent / raw);
  }

  private static Process start(String classes, Path data, Path log) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp"));
    command.add(classes);
    command.addAll(
        List.of("io.svc.server.ServerMain", "--port", "0", "--data-dir", data.toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectError(log.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("SVC_"));
    builder.environment().put("SVC_RATELIMIT_PROFILE", "off");
    return builder.start();
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

  /** Seconds that the rows of the last events take alone. */
  private static double insert(Path from, Path to, int events, int batch) throws Exception {
    try (Connection source = DriverManager.getConnection("jdbc:sqlite:" + from);
        Connection target = DriverManager.getConnection("jdbc:sqlite:" + to);
        Statement setting = target.createStatement()) {
      setting.execute("PRAGMA journal_mode = WAL");
      setting.execute("PRAGMA synchronous = FULL");
      setting.execute("PRAGMA cache_size = -32768");
      List<List<Object[]>> rows = new ArrayList<>();
      List<PreparedStatement> inserts = new ArrayList<>();
      for (String table : TABLES) {
        rows.add(copy(source, setting, table, events));
        String places =
            String.join(", ", Collections.nCopies(rows.get(rows.size() - 1).get(0).length, "?"));
        inserts.add(target.prepareStatement("INSERT INTO " + table + " VALUES (" + places + ")"));
      }
      target.setAutoCommit(false);
      long begin = System.nanoTime();
      for (int first = 0; first < events; first += batch) {
        for (int t = 0; t < TABLES.size(); t++) {
          List<Object[]> all = rows.get(t);
          for (Object[] row :
              all.subList(share(all, first, events), share(all, first + batch, events))) {
            for (int i = 0; i < row.length; i++) {
              inserts.get(t).setObject(i + 1, row[i]);
            }
            inserts.get(t).addBatch();
          }
          inserts.get(t).executeBatch();
        }
        target.commit();
      }
      return (System.nanoTime() - begin) / 1e9;
    }
  }

  private static int share(List<Object[]> rows, int of, int all) {
    return (int) Math.min(rows.size(), (long) rows.size() * of / all);
  }

  private static List<Object[]> copy(Connection source, Statement target, String table, int most)
      throws Exception {
    List<Object[]> rows = new ArrayList<>();
    try (Statement reading = source.createStatement()) {
      try (ResultSet schema =
          reading.executeQuery(
              "SELECT sql FROM sqlite_master WHERE tbl_name = '"
                  + table
                  + "' AND sql IS NOT NULL AND type <> 'trigger' ORDER BY type DESC")) {
        while (schema.next()) {
          target.execute(schema.getString(1));
        }
      }
      try (ResultSet result =
          reading.executeQuery("SELECT * FROM " + table + " ORDER BY rowid DESC LIMIT " + most)) {
        int columns = result.getMetaData().getColumnCount();
        while (result.next()) {
          Object[] row = new Object[columns];
          for (int i = 0; i < columns; i++) {
            row[i] = result.getObject(i + 1);
          }
          rows.add(row);
        }
      }
    }
    return rows;
  }
}
