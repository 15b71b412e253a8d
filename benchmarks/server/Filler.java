package server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Fills the store of a server that is stopped with copies of what the demo's week left there, under
 * names and numbers of their own: rows as long and as varied as real ones, found as those are. Their
 * chains, signatures and counts by the hour are not made; no listing looks at them.
 */
final class Filler implements AutoCloseable {
  private static final int AT_ONCE = 100_000;

  private final Connection connection;
  private final String org;
  private final long rows;

  /** A store of so many decisions, and of the rest in proportion. */
  Filler(Path data, long rows) throws SQLException {
    this.connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("app.db"));
    this.rows = rows;
    // A store that is cut off while it is filled is thrown away.
    run("PRAGMA synchronous = OFF");
    run("PRAGMA cache_size = -400000");
    this.org = text("SELECT org_id FROM org LIMIT 1");
    // Numbers of the feed have no gap and rise with the time: it is made of copies alone.
    for (String table : List.of("event", "decision")) {
      run("CREATE TEMP TABLE demo_" + table + " AS SELECT * FROM " + table);
      run("DELETE FROM " + table);
    }
  }

  /** Copies of every table that a listing reads, and what is counted of them. */
  void fill() throws SQLException {
    for (Copies copies : Copies.of(rows)) {
      copy(copies);
    }
    for (String statement : Copies.counts(rows)) {
      run(statement.replace(":org", "'" + org + "'"));
    }
    run("PRAGMA wal_checkpoint(TRUNCATE)");
  }

  private void copy(Copies copies) throws SQLException {
    run("DROP TABLE IF EXISTS temp.model");
    run(
        "CREATE TEMP TABLE model AS SELECT row_number() OVER () - 1 AS place, t.* FROM "
            + copies.models()
            + " t WHERE org_id = '"
            + org
            + "' "
            + copies.only());
    run("CREATE INDEX temp.model_by_place ON model (place)");
    List<String> columns = columns(copies.table());
    List<String> values = new ArrayList<>();
    for (String column : columns) {
      values.add(copies.different().getOrDefault(column, "t." + column));
    }
    long models = Long.parseLong(text("SELECT count(*) FROM temp.model"));
    if (models == 0) {
      throw new SQLException("the demo has nothing in " + copies.table());
    }
    for (long from = 1; from <= copies.count(); from += AT_ONCE) {
      long last = Math.min(copies.count(), from + AT_ONCE - 1);
      run(
          "INSERT INTO "
              + copies.table()
              + " ("
              + String.join(", ", columns)
              + ") WITH RECURSIVE number (n) AS (SELECT "
              + from
              + " UNION ALL SELECT n + 1 FROM number WHERE n < "
              + last
              + ") SELECT "
              + String.join(", ", values)
              + " FROM number CROSS JOIN temp.model t ON t.place = n % "
              + models);
    }
  }

  private List<String> columns(String table) throws SQLException {
    List<String> names = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery("SELECT name FROM pragma_table_info('" + table + "')")) {
      while (found.next()) {
        names.add(found.getString(1));
      }
    }
    return names;
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new SQLException(e.getMessage() + ": " + sql, e);
    }
  }

  private String text(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      return found.next() ? found.getString(1) : "0";
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  /** Copies a store that is stopped. */
  static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    for (String file : List.of("app.db", "master.key")) {
      Files.copy(from.resolve(file), to.resolve(file));
    }
  }
}
