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
 * The size of an SQLite file, and its compaction while no server runs; {@link FreePages} returns
 * space while a server runs.
 */
public final class SqliteCompaction {
  /** No server runs, and a command writes only briefly. */
  private static final int BUSY_MILLIS = 2_000;

  /** Values of {@code auto_vacuum}: 0 never returns space, 1 at each commit, 2 on request. */
  private static final int INCREMENTAL = 2;

  /** Overhead in addition to the pages: frame headers and the WAL index. */
  private static final long MARGIN = 16L << 20;

  private final Path file;

  public SqliteCompaction(Path file) {
    this.file = file;
  }

  /**
   * The size of a store.
   *
   * @param bytes the size of the file
   * @param free the unused bytes of it
   * @param givesBack whether a server returns free space in small steps
   */
  public record Size(long bytes, long free, boolean givesBack) {
    /** The free disk space that compaction requires, for a temporary copy and the WAL. */
    public long needed() {
      long used = bytes - free;
      return 2 * used + used / 50 + MARGIN;
    }
  }

  /**
   * Enables incremental vacuum for a new file. It must be set first: in WAL mode the first page is
   * written before the first table is created.
   */
  void prepare() {
    try {
      if ((Files.exists(file) && Files.size(file) > 0) || new SqliteWal(file).hasContent()) {
        return;
      }
      try (Connection connection = open(SQLiteConfig.JournalMode.DELETE);
          Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA auto_vacuum = " + INCREMENTAL);
        statement.execute("PRAGMA journal_mode = WAL");
      }
    } catch (IOException | SQLException e) {
      throw new StoreUnavailableException("the store cannot be created", e);
    }
  }

  /**
   * Returns the size of the file and its WAL.
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
   * Rewrites the file without free pages, and enables incremental vacuum. This is one transaction:
   * until it is committed, and whenever it is interrupted, the file is unchanged. Other writers
   * wait meanwhile, and then fail.
   *
   * @return the new size
   * @throws StoreUnavailableException when it cannot be done
   */
  public Size compact() {
    try (Connection connection = open(SQLiteConfig.JournalMode.WAL);
        Statement statement = connection.createStatement()) {
      if (!emptyLog(statement)) {
        throw new StoreUnavailableException("another process has the store open");
      }
      // The directory of the file, whose free space was checked. The default temporary directory
      // may be small, or in memory.
      String directory =
          requireNonNull(file.toAbsolutePath().getParent()).toString().replace("'", "''");
      statement.execute("PRAGMA temp_store_directory = '" + directory + "'");
      try {
        statement.execute("PRAGMA auto_vacuum = " + INCREMENTAL);
        statement.execute("VACUUM");
      } finally {
        // The setting applies to the whole process.
        statement.execute("PRAGMA temp_store_directory = ''");
      }
      // If readers still use the old state, the next connection does this.
      boolean unused = emptyLog(statement);
      return size(connection);
    } catch (SQLException e) {
      throw new StoreUnavailableException("the store cannot be rewritten", e);
    }
  }

  /** A file becomes smaller when the WAL has been copied into it; false if that is pending. */
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
