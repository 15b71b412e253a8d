package server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
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
  private static final List<String> TABLES = List.of("decision", "event", "evidence");

  private final Path data;

  private DurableDecisions(Path data) {
    this.data = data;
  }

  public static void main(String[] arguments) throws Exception {
    LogManager.getLogManager().reset();
    Path jar = Path.of(option(arguments, "jar", ""));
    double seconds = Double.parseDouble(option(arguments, "seconds", "5"));
    int rounds = Integer.parseInt(option(arguments, "rounds", "3"));
    List<String> machine =
        Arrays.stream(option(arguments, "java-options", "").split(" "))
            .filter(text -> !text.isEmpty())
            .toList();
    Path directory = Files.createTempDirectory("durable-decisions");
    try {
      new DurableDecisions(directory.resolve("data")).run(jar, machine, seconds, rounds);
    } finally {
      Growth.delete(directory);
    }
  }

  private static String option(String[] arguments, String name, String otherwise) {
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
          "%n%-11s %9s %9s %9s %14s %12s %14s%n",
          "connections",
          "per s",
          "p50 ms",
          "p99 ms",
          "server CPU us",
          "KB written",
          "in a group");
      for (int clients : CLIENTS) {
        Sample median = measure(server, load, request, clients, seconds, rounds);
        System.out.printf(
            Locale.ROOT,
            "%-11d %,9.0f %9.2f %9.2f %14.0f %12.1f %14.1f%n",
            clients,
            median.result().perSecond(),
            median.result().medianMillis(),
            median.result().p99Millis(),
            median.result().serverMicros(),
            median.kilobytes(),
            median.group());
        if (clients == CLIENTS[0]) {
          best = median.result().perSecond();
          group = median.group();
        }
      }
      System.out.printf(Locale.ROOT, "%nresident: %.0f MB%n", server.residentMegabytes());
    }
    int size = Math.max(1, (int) Math.round(group));
    Yardstick plain = insert(size);
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
      long bytes = written(server.pid());
      Load.Result result = load.run(request, clients, seconds);
      samples.add(
          new Sample(
              result,
              (written(server.pid()) - bytes) / 1024.0 / result.requests(),
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

  /** The bytes that a process caused to be written to storage, as Linux counts them. */
  private static long written(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(pid), "io")).stream()
        .filter(line -> line.startsWith("write_bytes:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElse(0);
  }

  private record Yardstick(double perSecond, double kilobytes) {}

  /** Inserts copies of the last rows, with new identifiers of the same order, into a new file. */
  private Yardstick insert(int size) throws Exception {
    Path file = data.resolveSibling("plain.db");
    try (java.sql.Connection source = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("app.db"));
        java.sql.Connection target = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement setting = target.createStatement()) {
      setting.execute("PRAGMA journal_mode = WAL");
      setting.execute("PRAGMA synchronous = FULL");
      setting.execute("PRAGMA cache_size = -32768");
      setting.execute("PRAGMA wal_autocheckpoint = 4000");
      Map<String, List<Object[]>> rows = new LinkedHashMap<>();
      int decisions = 20_000 / size * size;
      for (String table : TABLES) {
        int share = table.equals("evidence") ? 2 : 1;
        rows.put(table, copy(source, setting, table, decisions * share));
      }
      Map<String, PreparedStatement> inserts = new LinkedHashMap<>();
      for (String table : TABLES) {
        String values =
            String.join(", ", Collections.nCopies(rows.get(table).get(0).length, "?"));
        inserts.put(
            table, target.prepareStatement("INSERT INTO " + table + " VALUES (" + values + ")"));
      }
      target.setAutoCommit(false);
      long self = ProcessHandle.current().pid();
      long bytes = written(self);
      long begin = System.nanoTime();
      for (int from = 0; from < decisions; from += size) {
        for (String table : TABLES) {
          int share = rows.get(table).size() / decisions;
          PreparedStatement insert = inserts.get(table);
          for (Object[] row : rows.get(table).subList(from * share, (from + size) * share)) {
            for (int i = 0; i < row.length; i++) {
              insert.setObject(i + 1, row[i]);
            }
            insert.addBatch();
          }
          insert.executeBatch();
        }
        target.commit();
      }
      double seconds = (System.nanoTime() - begin) / 1e9;
      return new Yardstick(
          decisions / seconds, (written(self) - bytes) / 1024.0 / decisions);
    }
  }

  /** Creates a table with its indexes in the target, and reads its last rows, oldest first. */
  private static List<Object[]> copy(
      java.sql.Connection source, Statement target, String table, int limit) throws Exception {
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
      List<Object[]> rows = new ArrayList<>();
      try (ResultSet result =
          reading.executeQuery("SELECT * FROM " + table + " ORDER BY rowid DESC LIMIT " + limit)) {
        int columns = result.getMetaData().getColumnCount();
        while (result.next()) {
          Object[] row = new Object[columns];
          for (int i = 0; i < columns; i++) {
            row[i] = result.getObject(i + 1);
          }
          rows.add(row);
        }
      }
      Collections.reverse(rows);
      return rows;
    }
  }
}
