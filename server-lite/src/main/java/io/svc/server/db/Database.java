package io.svc.server.db;

import static java.util.Objects.requireNonNull;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.jdbi.v3.sqlobject.SqlObjectPlugin;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * The store: one SQLite file, or a PostgreSQL database that several servers share. Work is given as
 * a function of a transaction. Reads see one state of the store from beginning to end; a write is
 * acknowledged when it is on disk. Safe for many threads.
 */
public final class Database implements AutoCloseable {
  private static final int BUSY_MILLIS = 10_000;
  private static final int CONNECT_MILLIS = 10_000;

  /** Pages that many writes change are copied into the file once for all of them: 16 MB of log. */
  private static final int LOG_PAGES = 4_000;

  private static final int WRITE_CACHE_KIB = 32_768;
  private static final int READ_CACHE_KIB = 4_096;

  /** How often a transaction is tried that lost against another one of PostgreSQL. */
  private static final int ATTEMPTS = 5;

  private final Vendor vendor;
  private final Clock clock;
  private final HikariDataSource reading;
  private final HikariDataSource writing;
  private final Jdbi readers;
  private final Jdbi writers;
  private final Stores stores;
  private final Epochs epochs = new Epochs();
  private final Optional<SqliteWriter> writer;
  private final boolean isGuest;
  private final ThreadLocal<Boolean> inside = ThreadLocal.withInitial(() -> false);

  private Database(
      Vendor vendor,
      Clock clock,
      HikariDataSource reading,
      HikariDataSource writing,
      boolean isGuest) {
    this.vendor = vendor;
    this.clock = requireNonNull(clock, "clock is null");
    this.reading = reading;
    this.writing = writing;
    this.isGuest = isGuest;
    this.readers = jdbi(reading);
    this.writers = jdbi(writing);
    this.stores = new Stores(writers);
    this.writer =
        vendor == Vendor.SQLITE
            ? Optional.of(new SqliteWriter(writers, stores, epochs, clock))
            : Optional.empty();
    writer.ifPresent(SqliteWriter::start);
  }

  /**
   * Opens an SQLite file, which is made when it is not there.
   *
   * @param readers how many connections read at the same time
   * @throws StoreUnavailableException when the file cannot be opened
   */
  public static Database sqlite(Path file, int readers, Clock clock) {
    return sqlite(file, readers, clock, false);
  }

  /**
   * Opens an SQLite file that a server may be using. At the end its log is left to that server: to
   * empty it, all others would have to wait.
   *
   * @throws StoreUnavailableException when the file cannot be opened
   */
  public static Database sqliteAsGuest(Path file, Clock clock) {
    return sqlite(file, 1, clock, true);
  }

  private static Database sqlite(Path file, int readers, Clock clock, boolean isGuest) {
    HikariDataSource writing = pool(sqliteSource(file, false), "store-writing", 1);
    try {
      return new Database(
          Vendor.SQLITE,
          clock,
          pool(sqliteSource(file, true), "store-reading", readers),
          writing,
          isGuest);
    } catch (RuntimeException e) {
      writing.close();
      throw e;
    }
  }

  /**
   * Connects with PostgreSQL.
   *
   * @param url {@code jdbc:postgresql://…}, with user and password where they are needed
   * @throws StoreUnavailableException when no connection can be made
   */
  public static Database postgresql(String url, int connections, Clock clock) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    HikariDataSource pool = pool(config, "store", connections);
    return new Database(Vendor.POSTGRESQL, clock, pool, pool, false);
  }

  private static HikariConfig sqliteSource(Path file, boolean readOnly) {
    SQLiteConfig settings = new SQLiteConfig();
    settings.setJournalMode(SQLiteConfig.JournalMode.WAL);
    // An acknowledged write must survive a power cut, and in WAL mode only FULL waits for the disk.
    settings.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    settings.enforceForeignKeys(true);
    settings.setBusyTimeout(BUSY_MILLIS);
    // Negative: in KiB. The default of 2 MB holds less than the inner pages of a month's indexes.
    settings.setCacheSize(-(readOnly ? READ_CACHE_KIB : WRITE_CACHE_KIB));
    settings.setTransactionMode(
        readOnly ? SQLiteConfig.TransactionMode.DEFERRED : SQLiteConfig.TransactionMode.IMMEDIATE);
    SQLiteDataSource source = new SQLiteDataSource(settings);
    source.setUrl("jdbc:sqlite:" + file.toAbsolutePath());
    HikariConfig config = new HikariConfig();
    config.setDataSource(source);
    config.setConnectionInitSql(
        readOnly ? "PRAGMA query_only = 1" : "PRAGMA wal_autocheckpoint = " + LOG_PAGES);
    return config;
  }

  private static HikariDataSource pool(HikariConfig config, String name, int connections) {
    config.setPoolName(name);
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(Math.min(connections, 2));
    config.setConnectionTimeout(CONNECT_MILLIS);
    try {
      return new HikariDataSource(config);
    } catch (HikariPool.PoolInitializationException e) {
      throw new StoreUnavailableException("the store cannot be opened", e);
    }
  }

  private static Jdbi jdbi(DataSource source) {
    return Jdbi.create(source).installPlugin(new SqlObjectPlugin()).installPlugin(new Columns());
  }

  /** Which store this is. */
  public Vendor vendor() {
    return vendor;
  }

  /** For what needs plain connections: migrations and jobs. Writes, on SQLite one at a time. */
  DataSource writing() {
    return writing;
  }

  /** The connections of a shared store, for jobs that live in it. */
  public DataSource shared() {
    if (vendor == Vendor.SQLITE) {
      throw new IllegalStateException("an SQLite file is not shared");
    }
    return writing;
  }

  /**
   * Reads. All that is read belongs to one moment.
   *
   * @throws StoreUnavailableException when no connection is to be had
   */
  public <T> T read(Function<Tx, T> work) {
    refuseNesting();
    inside.set(true);
    try (Handle handle = readers.open()) {
      Tx tx = begun(handle);
      if (vendor == Vendor.SQLITE) {
        return handle.inTransaction(h -> work.apply(tx));
      }
      return handle.inTransaction(TransactionIsolationLevel.REPEATABLE_READ, h -> work.apply(tx));
    } catch (ConnectionException e) {
      throw new StoreUnavailableException("the store gives no connection", e);
    } finally {
      stores.leave();
      inside.set(false);
    }
  }

  /**
   * Changes. When this returns, the change is on disk; when it throws, nothing was changed. The
   * work may be run again when it lost against another one, so it must do nothing but use the
   * transaction.
   *
   * @throws StoreUnavailableException when the store takes no work now
   */
  public <T> T write(Function<Tx, T> work) {
    refuseNesting();
    Written<T> written = writer.isPresent() ? writer.get().write(work) : writeShared(work);
    // Outside of the transaction, so that these steps may read and write themselves.
    written.tx().committed();
    return written.result();
  }

  /** What is on disk, and the transaction that brought it there. */
  record Written<T>(T result, Tx tx) {}

  /** The same, for work without a result. */
  public void change(Consumer<Tx> work) {
    write(
        tx -> {
          work.accept(tx);
          return true;
        });
  }

  private <T> Written<T> writeShared(Function<Tx, T> work) {
    inside.set(true);
    try {
      for (int attempt = 1; ; attempt++) {
        try (Handle handle = writers.open()) {
          Tx tx = begun(handle);
          T result = handle.inTransaction(h -> work.apply(tx));
          return new Written<>(result, tx);
        } catch (ConnectionException e) {
          throw new StoreUnavailableException("the store gives no connection", e);
        } catch (RuntimeException e) {
          if (attempt == ATTEMPTS || !StoreErrors.isLostRace(e)) {
            throw e;
          }
        }
      }
    } finally {
      stores.leave();
      inside.set(false);
    }
  }

  private Tx begun(Handle handle) {
    stores.enter(handle);
    return new Tx(handle, stores, epochs, vendor, clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }

  /**
   * Remembers what is read of some kinds of records.
   *
   * @param most how much of it
   */
  public <K, V> Memory<K, V> memory(int most, Class<?>... kinds) {
    return new Memory<>(vendor, epochs, clock, most, List.of(kinds));
  }

  private void refuseNesting() {
    if (inside.get() || writer.map(SqliteWriter::isWriter).orElse(false)) {
      throw new IllegalStateException("a transaction inside a transaction");
    }
  }

  /** Writes what is acknowledged into the file itself and lets go of it. */
  @Override
  public void close() {
    writer.ifPresent(SqliteWriter::close);
    if (vendor == Vendor.SQLITE && !isGuest && !writing.isClosed()) {
      reading.close();
      try (Handle handle = writers.open()) {
        handle.execute("PRAGMA wal_checkpoint(TRUNCATE)");
      } catch (RuntimeException e) {
        // The next start replays the log; nothing is lost.
        org.slf4j.LoggerFactory.getLogger(Database.class).warn("no checkpoint at the end");
      }
    }
    writing.close();
    reading.close();
  }
}
