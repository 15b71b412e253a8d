package server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a server holds: memory that is in use after a collection, handles, threads, files. */
final class SoakWatch {
  /** A line of {@code jcmd GC.heap_info} about a part of the heap, of whatever collector. */
  private static final Pattern USED =
      Pattern.compile("(?m)^ *(?:garbage-first heap|def new generation|tenured generation|PSYoungGen"
          + "|ParOldGen) .*?used (\\d+)K");

  private final ServerProcess server;
  private final Path store;

  SoakWatch(ServerProcess server, Path data) {
    this.server = server;
    this.store = data.resolve("app.db");
  }

  /**
   * What there was at one moment.
   *
   * @param heapMegabytes in use behind a full collection
   * @param residentMegabytes before that collection
   * @param storeMegabytes size of the file
   * @param logMegabytes size of its write-ahead log
   * @param freeShare of the pages of the file that hold nothing
   */
  record Held(
      double heapMegabytes,
      double residentMegabytes,
      int handles,
      int threads,
      double storeMegabytes,
      double logMegabytes,
      double freeShare) {}

  Held look() throws IOException, InterruptedException, SQLException {
    double resident = server.residentMegabytes();
    jcmd("GC.run");
    Matcher used = USED.matcher(jcmd("GC.heap_info"));
    double heap = 0;
    while (used.find()) {
      heap += Long.parseLong(used.group(1)) / 1024.0;
    }
    Path process = Path.of("/proc", Long.toString(server.pid()));
    int handles;
    try (Stream<Path> all = Files.list(process.resolve("fd"))) {
      handles = (int) all.count();
    }
    int threads =
        Files.readAllLines(process.resolve("status")).stream()
            .filter(line -> line.startsWith("Threads:"))
            .mapToInt(line -> Integer.parseInt(line.replaceAll("\\D", "")))
            .findFirst()
            .orElseThrow();
    Path log = store.resolveSibling("app.db-wal");
    return new Held(
        heap,
        resident,
        handles,
        threads,
        megabytes(store),
        Files.exists(log) ? megabytes(log) : 0,
        freeShare());
  }

  private static double megabytes(Path file) throws IOException {
    return Files.size(file) / 1e6;
  }

  private double freeShare() throws SQLException {
    try (java.sql.Connection connection =
            DriverManager.getConnection("jdbc:sqlite:file:" + store + "?mode=ro");
        Statement statement = connection.createStatement();
        ResultSet pages =
            statement.executeQuery(
                "SELECT freelist_count * 1.0 / page_count"
                    + " FROM pragma_freelist_count, pragma_page_count")) {
      pages.next();
      return pages.getDouble(1);
    }
  }

  private String jcmd(String command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                    Long.toString(server.pid()),
                    command))
            .redirectErrorStream(true)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(out);
    }
    return out;
  }
}
