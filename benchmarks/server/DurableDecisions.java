package server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.LogManager;

/**
 * Decisions per second of the packaged server that are on disk before their response, compared with
 * plain JDBC that inserts the same rows in transactions of the same size on the same machine.
 */
final class DurableDecisions {
  private static final int FIRST = 10_000;
  private static final int WARM = 100_000;
  private static final int[] CLIENTS = {32, 8, 1};
  private static final Map<String, Integer> ROWS = Map.of("decision", 1, "event", 1, "evidence", 2);

  private final Path data;

  private DurableDecisions(Path data) {
    this.data = data;
  }

  public static void main(String[] arguments) throws Exception {
    LogManager.getLogManager().reset();
    Path jar = Path.of(option(arguments, "jar", ""));
    double seconds = Double.parseDouble(option(arguments, "seconds", "5"));
    int rounds = Integer.parseInt(option(arguments, "rounds", "3"));
    List<String> machine = words(option(arguments, "java-options", ""));
    Path directory = Files.createTempDirectory("durable-decisions");
    try {
      new DurableDecisions(directory.resolve("data")).run(jar, machine, seconds, rounds);
    } finally {
      Growth.delete(directory);
    }
  }

  static List<String> words(String text) {
    return Arrays.stream(text.split(" ")).filter(word -> !word.isEmpty()).toList();
  }

  static String option(String[] arguments, String name, String otherwise) {
    return Arrays.stream(arguments)
        .filter(argument -> argument.startsWith("--" + name + "="))
        .map(argument -> argument.substring(name.length() + 3))
        .findFirst()
        .orElse(otherwise);
  }

  private void run(Path jar, List<String> machine, double seconds, int rounds) throws Exception {
    double best = 0;
    double group = 1;
    try (ServerProcess server = new ServerProcess(jar, data, machine)) {
      Request request = DecisionBenchmark.prepare(server, 100);
      Load load = new Load(server, "");
      warmUp(load, request);
      System.out.printf(
          Locale.ROOT,
          "%n%-11s %9s %9s %9s %14s %12s %14s %12s%n",
          "connections",
          "per s",
          "p50 ms",
          "p99 ms",
          "server CPU us",
          "KB written",
          "in a group",
          "resident MB");
      for (int clients : CLIENTS) {
        Sample median = measure(server, load, request, clients, seconds, rounds);
        System.out.printf(
            Locale.ROOT,
            "%-11d %,9.0f %9.2f %9.2f %14.0f %12.1f %14.1f %12.0f%n",
            clients,
            median.result().perSecond(),
            median.result().medianMillis(),
            median.result().p99Millis(),
            median.result().serverMicros(),
            median.kilobytes(),
            median.group(),
            server.residentMegabytes());
        if (clients == CLIENTS[0]) {
          best = median.result().perSecond();
          group = median.group();
        }
      }
      // The limit of any change of the store: everything except the recording.
      Load.Result dry = load.run(request.replaced("{", "{\"dry_run\":true,"), CLIENTS[0], seconds);
      System.out.printf(
          Locale.ROOT,
          "%nwithout recording (dry_run), %d connections: %,.0f per s, %.0f us of server CPU%n",
          CLIENTS[0],
          dry.perSecond(),
          dry.serverMicros());
    }
    int size = Math.max(1, (int) Math.round(group));
    PlainInsert.Result plain =
        PlainInsert.run(
            data.resolve("app.db"), data.resolveSibling("plain.db"), ROWS, 20_000 / size * size, size);
    System.out.printf(
        Locale.ROOT,
        "%nplain JDBC, the same rows in groups of %d: %,.0f per s, %.1f KB written; ratio %.2f%n",
        size,
        plain.perSecond(),
        plain.kilobytes(),
        best / plain.perSecond());
  }

  /** Prints the cost of the first decisions, and sends more until the server is warm. */
  private static void warmUp(Load load, Request request) throws Exception {
    Load.Result first = load.run(request, CLIENTS[0], 2, FIRST / CLIENTS[0]);
    System.out.printf(
        Locale.ROOT,
        "the first %,d decisions: %.2f ms of server CPU each%n",
        first.requests(),
        first.serverMicros() / 1e3);
    // The compiler takes almost half of the processors' time until then.
    load.run(request, CLIENTS[0], 8, WARM / CLIENTS[0]);
  }

  private record Sample(Load.Result result, double kilobytes, double group) {}

  private Sample measure(
      ServerProcess server, Load load, Request request, int clients, double seconds, int rounds)
      throws Exception {
    List<Sample> samples = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      long bytes = PlainInsert.written(server.pid());
      Load.Result result = load.run(request, clients, seconds);
      samples.add(
          new Sample(
              result,
              (PlainInsert.written(server.pid()) - bytes) / 1024.0 / result.requests(),
              group(result.requests())));
    }
    samples.sort(Comparator.comparing(sample -> sample.result().perSecond()));
    return samples.get(samples.size() / 2);
  }

  /** The average number of the last decisions in a transaction, whose events have one time. */
  private double group(int decisions) throws Exception {
    try (java.sql.Connection store = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("app.db"));
        Statement reading = store.createStatement();
        ResultSet row =
            reading.executeQuery(
                "SELECT count(*) * 1.0 / count(DISTINCT at) FROM (SELECT at FROM event"
                    + " ORDER BY rowid DESC LIMIT "
                    + decisions
                    + ")")) {
      return row.getDouble(1);
    }
  }
}
