package io.svc.server.db;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * The room that an SQLite file takes, and how the disk gets back what nothing is in any more. What
 * is done here is done while no server runs; {@link FreePages} does it beside the work of one.
 */
public final class SqliteCompaction {
  /** No server runs, and a verb writes for a moment only. */
  private static final int BUSY_MILLIS = 2_000;

  /** As SQLite numbers them: 0 keeps all room, 1 gives it back at once, 2 when it is asked to. */
  private static final int INCREMENTAL = 2;

  /** What is written beside the pages themselves: heads of frames, the index of the log. */
  private static final long MARGIN = 16L << 20;

  private final Path file;

  public SqliteCompaction(Path file) {
    this.file = file;
  }

  /**
   * How much room there is.
   *
   * @param bytes all of the file
   * @param free of it, what nothing is in
   * @param givesBack whether a server gives back what becomes free, a slice at a time
   */
  public record Size(long bytes, long free, boolean givesBack) {
    /** So much must be free on the disk to write all of it anew, once aside and once as a log. */
    public long needed() {
      long used = bytes - free;
      return 2 * used + used / 50 + MARGIN;
    }
  }

  /**
   * Makes a file that is new one that gives room back. This cannot be said later: in WAL mode the
   * first page is written before the first table is made.
   */
  void prepare() {
    try {
      if ((Files.exists(file) && Files.size(file) > 0) || new SqliteJournal(file).hasContent()) {
        return;
      }
      try (Connection connection = open(SQLiteConfig.JournalMode.DELETE);
          Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA auto_vacuum = " + INCREMENTAL);
        statement.execute("PRAGMA journal_mode = WAL");
      }
    } catch (IOException | SQLException e) {
      throw new StoreUnavailableException("the store cannot be made", e);
    }
  }

  /**
   * How much room it takes, with what its log holds.
   *
   * @throws StoreUnavailableException when it cannot be read
   */
  public Size size() {
    try (Connection connection = open(SQLiteConfig.JournalMode.WAL)) {
      return size(connection);
    } catch (SQLException e) {
      throw new StoreUnavailableException("the store cannot be read", e);
    }
  }

  static Size size(Connection connection) throws SQLException {
    long page = number(connection, "page_size");
    return new Size(
        page * number(connection, "page_count"),
        page * number(connection, "freelist_count"),
        number(connection, "auto_vacuum") == INCREMENTAL);
  }

  static long number(Connection connection, String pragma) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("PRAGMA " + pragma)) {
      return row.getLong(1);
    }
  }

  /**
   * Writes all of it anew, without gaps, and makes it one that gives room back. It is one
   * transaction: until it is committed, and wherever it breaks off, the file is what it was. Others
   * that would write meanwhile wait, and then fail.
   *
   * @return the size that it has then
   * @throws StoreUnavailableException when it cannot be done
   */
  public Size compact() {
    try (Connection connection = open(SQLiteConfig.JournalMode.WAL);
        Statement statement = connection.createStatement()) {
      if (!emptyLog(statement)) {
        throw new StoreUnavailableException("somebody has the store open");
      }
      // Beside the file, where room was looked for. The usual place may be small, or in memory.
      String directory =
          requireNonNull(file.toAbsolutePath().getParent()).toString().replace("'", "''");
      statement.execute("PRAGMA temp_store_directory = '" + directory + "'");
      try {
        statement.execute("PRAGMA auto_vacuum = " + INCREMENTAL);
        statement.execute("VACUUM");
      } finally {
        // It holds for the whole process.
        statement.execute("PRAGMA temp_store_directory = ''");
      }
      // Where somebody reads what was before, the next who opens it does this.
      boolean unused = emptyLog(statement);
      return size(connection);
    } catch (SQLException e) {
      throw new StoreUnavailableException("the store cannot be written anew", e);
    }
  }

  /** A file becomes smaller when the log that says so has been copied into it: false if not yet. */
  private static boolean emptyLog(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
      return row.getInt("busy") == 0;
    }
  }

  private Connection open(SQLiteConfig.JournalMode mode) throws SQLException {
    SqliteDriver.load();
    SQLiteConfig settings = new SQLiteConfig();
    settings.setBusyTimeout(BUSY_MILLIS);
    settings.setJournalMode(mode);
    settings.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    SQLiteDataSource source = new SQLiteDataSource(settings);
    source.setUrl("jdbc:sqlite:" + file.toAbsolutePath());
    return source.getConnection();
  }
}
