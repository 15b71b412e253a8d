package server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Plain JDBC that inserts copies of the last rows of a store into a new file, with the same indexes
 * and durability: the reference for what the server records.
 */
public final class PlainInsert {
  private PlainInsert() {}

  /** The rate, and the bytes written for each item. */
  public record Result(double perSecond, double kilobytes) {}

  /**
   * Inserts items in transactions of a size.
   *
   * @param tables the tables, with the number of rows for each item
   */
  public static Result run(Path from, Path to, Map<String, Integer> tables, int items, int size)
      throws Exception {
    try (java.sql.Connection source = DriverManager.getConnection("jdbc:sqlite:" + from);
        java.sql.Connection target = DriverManager.getConnection("jdbc:sqlite:" + to);
        Statement setting = target.createStatement()) {
      setting.execute("PRAGMA journal_mode = WAL");
      setting.execute("PRAGMA synchronous = FULL");
      setting.execute("PRAGMA cache_size = -32768");
      setting.execute("PRAGMA wal_autocheckpoint = 8000");
      List<List<Object[]>> rows = new ArrayList<>();
      List<PreparedStatement> inserts = new ArrayList<>();
      for (String table : tables.keySet()) {
        List<Object[]> copied = copy(source, setting, table, items * tables.get(table));
        String values = String.join(", ", Collections.nCopies(copied.get(0).length, "?"));
        rows.add(copied);
        inserts.add(target.prepareStatement("INSERT INTO " + table + " VALUES (" + values + ")"));
      }
      target.setAutoCommit(false);
      long self = ProcessHandle.current().pid();
      long bytes = written(self);
      long begin = System.nanoTime();
      for (int first = 0; first < items; first += size) {
        for (int table = 0; table < rows.size(); table++) {
          List<Object[]> all = rows.get(table);
          PreparedStatement insert = inserts.get(table);
          for (Object[] row :
              all.subList(share(all, first, items), share(all, first + size, items))) {
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
      return new Result(items / seconds, (written(self) - bytes) / 1024.0 / items);
    }
  }

  /** The bytes that a process caused to be written to storage, as Linux counts them. */
  static long written(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(pid), "io")).stream()
        .filter(line -> line.startsWith("write_bytes:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElse(0);
  }

  private static int share(List<Object[]> rows, int of, int all) {
    return (int) Math.min(rows.size(), (long) rows.size() * of / all);
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
