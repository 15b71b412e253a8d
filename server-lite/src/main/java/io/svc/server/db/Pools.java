package io.svc.server.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.pool.HikariPool;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteDataSource;

/** Connection pools of the store, with their timeouts. */
final class Pools {
  /** The time that a connection to a file waits for another process. */
  static final int BUSY_MILLIS = 10_000;

  /** The time that a call waits for a connection before it is rejected. */
  private static final int CONNECT_MILLIS = 5_000;

  private static final int VALIDATION_MILLIS = 2_000;

  /**
   * Further callers are rejected immediately when this number is waiting, so that threads remain
   * for other work.
   */
  private static final int MAX_WAITING = 100;

  /** A PostgreSQL statement without a response for this time has failed. */
  private static final int SILENCE_SECONDS = 20;

  /**
   * The number of pages after which a commit restarts the WAL, 32 MB. {@link WalCheckpointer}
   * copies most of them into the file before that.
   */
  private static final int LOG_PAGES = 8_000;

  private static final int WRITE_CACHE_KIB = 32_768;
  private static final int READ_CACHE_KIB = 4_096;

  private Pools() {}

  /** Connections to a file. Only one connection may write. */
  static HikariDataSource sqlite(Path file, boolean readOnly, int connections) {
    return pool(
        sqliteSource(file, readOnly), readOnly ? "store-reading" : "store-writing", connections);
  }

  /**
   * A single permanent connection, so that its counter of other connections' changes can be
   * compared.
   */
  static HikariDataSource sqliteSingleConnection(Path file) {
    HikariConfig config = sqliteSource(file, true);
    config.setMaxLifetime(0);
    return pool(config, "store-reading", 1);
  }

  /** Connections to a database that several servers share. */
  static HikariDataSource postgresql(String url, int connections) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    // Parameters of the URL take precedence over these.
    config.addDataSourceProperty("connectTimeout", Integer.toString(CONNECT_MILLIS / 1_000));
    config.addDataSourceProperty("socketTimeout", Integer.toString(SILENCE_SECONDS));
    config.addDataSourceProperty("tcpKeepAlive", "true");
    return pool(config, "store", connections);
  }

  private static HikariConfig sqliteSource(Path file, boolean readOnly) {
    SqliteDriver.load();
    SQLiteConfig settings = new SQLiteConfig();
    settings.setJournalMode(SQLiteConfig.JournalMode.WAL);
    // An acknowledged write must survive a power failure, and in WAL mode only FULL waits for the
    // disk.
    settings.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    settings.enforceForeignKeys(true);
    settings.setBusyTimeout(BUSY_MILLIS);
    // Negative values are KiB. The default of 2 MB is less than the inner pages of a month's
    // indexes.
    settings.setCacheSize(-(readOnly ? READ_CACHE_KIB : WRITE_CACHE_KIB));
    settings.setTransactionMode(
        readOnly ? SQLiteConfig.TransactionMode.DEFERRED : SQLiteConfig.TransactionMode.IMMEDIATE);
    SQLiteDataSource source =
        readOnly ? new SQLiteDataSource(settings) : new SecureDeleteDataSource(settings);
    source.setUrl("jdbc:sqlite:" + file.toAbsolutePath());
    HikariConfig config = new HikariConfig();
    config.setDataSource(source);
    config.setConnectionInitSql(
        readOnly ? "PRAGMA query_only = 1" : "PRAGMA wal_autocheckpoint = " + LOG_PAGES);
    return config;
  }

  /**
   * Connections that overwrite deleted content: masked, expired or purged content does not stay in
   * free pages of the file.
   */
  private static final class SecureDeleteDataSource extends SQLiteDataSource {
    SecureDeleteDataSource(SQLiteConfig settings) {
      super(settings);
    }

    @Override
    public SQLiteConnection getConnection(String user, String password) throws SQLException {
      SQLiteConnection connection = super.getConnection(user, password);
      try (Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA secure_delete = ON");
      }
      return connection;
    }
  }

  private static HikariDataSource pool(HikariConfig config, String name, int connections) {
    config.setPoolName(name);
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(Math.min(connections, 2));
    config.setConnectionTimeout(CONNECT_MILLIS);
    config.setValidationTimeout(VALIDATION_MILLIS);
    try {
      return new HikariDataSource(config);
    } catch (HikariPool.PoolInitializationException e) {
      throw new StoreUnavailableException("the store cannot be opened", e);
    }
  }

  /** Otherwise calls that wait for an unreachable server would eventually occupy all threads. */
  static void limitWaitingThreads(HikariDataSource pool) {
    HikariPoolMXBean state = pool.getHikariPoolMXBean();
    if (state != null && state.getThreadsAwaitingConnection() >= MAX_WAITING) {
      throw new StoreUnavailableException("too many requests are waiting for the store");
    }
  }
}
