package io.svc.server.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteOpenMode;

/**
 * An SQLite file that a server may be using: it is copied and checked, never changed, and never
 * created.
 */
public final class SqliteFile {
  private static final int BUSY_MILLIS = 10_000;
  private static final int MAX_REPORTED = 5;

  /** Larger files are checked by a job while the server runs. */
  private static final long LARGEST_AT_START = 256L << 20;

  private final Path file;

  public SqliteFile(Path file) {
    this.file = file;
  }

  /**
   * Writes a snapshot into a new file. Writers do not wait: in WAL mode a reader blocks no writer
   * (sqlite.org/lang_vacuum.html, with INTO).
   *
   * @throws StoreUnavailableException when it cannot be read, or the new file cannot be written
   */
  public void copyTo(Path target) {
    try (Connection connection = open();
        PreparedStatement copy = connection.prepareStatement("VACUUM INTO ?")) {
      copy.setString(1, target.toAbsolutePath().toString());
      copy.execute();
    } catch (SQLException e) {
      throw new StoreUnavailableException("the store cannot be copied", e);
    }
  }

  /** Returns the damage that SQLite reports; empty when the file is sound. Reads the whole file. */
  public List<String> damage() {
    return damage("integrity_check");
  }

  /** The same without comparing the indexes with their tables, which is much faster. */
  public List<String> obviousDamage() {
    return damage("quick_check");
  }

  /**
   * Returns why no server can start with the file, as the end of a sentence; empty when one can. No
   * process may have the file open. This changes nothing, not even the WAL.
   *
   * @param wasUsed whether a server used the file before, so that it cannot be empty
   */
  public Optional<String> objection(boolean wasUsed) {
    try {
      if (!Files.exists(file)) {
        return wasUsed
            ? Optional.of("it is missing, although a server ran here")
            : Optional.empty();
      }
      Optional<String> journal = new SqliteWal(file).problem();
      if (journal.isPresent()) {
        return journal;
      }
      if (Files.size(file) <= LARGEST_AT_START) {
        List<String> damage = damage("quick_check", true);
        if (!damage.isEmpty()) {
          return Optional.of("it is damaged (" + firstLine(damage.get(0)) + ")");
        }
      }
      return wasUsed && isEmpty()
          ? Optional.of("it is empty, although a server ran here")
          : Optional.empty();
    } catch (IOException | SQLException e) {
      return Optional.of("it cannot be read");
    }
  }

  /** The first problem that SQLite found, after the heading of its list. */
  private static String firstLine(String damage) {
    return damage.lines().filter(line -> !line.startsWith("***")).findFirst().orElse(damage);
  }

  private boolean isEmpty() throws SQLException {
    try (Connection connection = open(true);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM sqlite_master")) {
      return rows.getInt(1) == 0;
    }
  }

  private List<String> damage(String check) {
    return damage(check, false);
  }

  private List<String> damage(String check, boolean isReadOnly) {
    List<String> found = new ArrayList<>();
    try (Connection connection = open(isReadOnly);
        Statement statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery("PRAGMA " + check + "(" + MAX_REPORTED + ")")) {
        while (rows.next()) {
          found.add(rows.getString(1));
        }
      }
      found.remove("ok");
      if (isReadOnly) {
        return found;
      }
      try (ResultSet rows = statement.executeQuery("PRAGMA foreign_key_check")) {
        while (rows.next() && found.size() < MAX_REPORTED) {
          found.add(
              "a row of "
                  + rows.getString(1)
                  + " refers to a missing row"
                  + " of "
                  + rows.getString(3));
        }
      }
    } catch (SQLException e) {
      // SQLite's result code, such as SQLITE_NOTADB.
      found.add(
          e instanceof org.sqlite.SQLiteException s ? s.getResultCode().name() : "unreadable");
    }
    return found;
  }

  /**
   * Returns the number of rows of each table.
   *
   * @throws StoreUnavailableException when it cannot be read
   */
  public Map<String, Long> rows() {
    Map<String, Long> counts = new TreeMap<>();
    try (Connection connection = open();
        Statement statement = connection.createStatement()) {
      List<String> tables = new ArrayList<>();
      try (ResultSet names =
          statement.executeQuery(
              "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite#_%'"
                  + " ESCAPE '#'")) {
        while (names.next()) {
          tables.add(names.getString(1));
        }
      }
      for (String table : tables) {
        String quoted = "\"" + table.replace("\"", "\"\"") + "\"";
        try (ResultSet count = statement.executeQuery("SELECT count(*) FROM " + quoted)) {
          counts.put(table, count.getLong(1));
        }
      }
      return counts;
    } catch (SQLException e) {
      throw new StoreUnavailableException("the store cannot be read", e);
    }
  }

  private Connection open() throws SQLException {
    return open(false);
  }

  /** A read-only connection does not checkpoint the WAL when it closes. */
  private Connection open(boolean isReadOnly) throws SQLException {
    SqliteDriver.load();
    SQLiteConfig settings = new SQLiteConfig();
    settings.setReadOnly(isReadOnly);
    settings.resetOpenMode(SQLiteOpenMode.CREATE);
    settings.setBusyTimeout(BUSY_MILLIS);
    SQLiteDataSource source = new SQLiteDataSource(settings);
    source.setUrl("jdbc:sqlite:" + file.toAbsolutePath());
    return source.getConnection();
  }
}
