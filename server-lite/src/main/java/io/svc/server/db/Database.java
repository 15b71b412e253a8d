package io.svc.server.db;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.SQLException;
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
import org.jdbi.v3.core.statement.ColonPrefixSqlParser;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.jdbi.v3.sqlobject.SqlObjectPlugin;

/**
 * The store: one SQLite file, or a PostgreSQL database that several servers share. Work is passed
 * as a function of a transaction. A read sees one snapshot of the store; a write is acknowledged
 * when it is on disk. Safe for many threads.
 */
public final class Database implements AutoCloseable {
  /** The timeout of a job's statement on PostgreSQL. */
  private static final int JOB_SILENCE_MILLIS = 600_000;

  /** The number of attempts for a PostgreSQL transaction that conflicts with another one. */
  private static final int ATTEMPTS = 5;

  /** Shared by all stores, because parsing a statement takes longer than running it. */
  private static final SqlParser SQL = new ColonPrefixSqlParser();

  private final Vendor vendor;
  private final Clock clock;
  private final HikariDataSource reading;
  private final HikariDataSource writing;
  private final Jdbi readers;
  private final Jdbi writers;
  private final Stores stores;
  private final ChangeCounters epochs = new ChangeCounters();
  private final Optional<WalCheckpointer> checkpointer;
  private final Optional<SqliteWriter> writer;
  private final boolean isShared;
  private final StoreHealth health = new StoreHealth(this);
  private final ThreadLocal<Boolean> inside = ThreadLocal.withInitial(() -> false);
  private final ThreadLocal<Boolean> patient = ThreadLocal.withInitial(() -> false);

  private Database(
      Vendor vendor,
      Clock clock,
      HikariDataSource reading,
      HikariDataSource writing,
      Optional<Path> file,
      boolean isShared) {
    this.vendor = vendor;
    this.clock = clock;
    this.reading = reading;
    this.writing = writing;
    this.isShared = isShared;
    this.readers = jdbi(vendor, reading);
    this.writers = jdbi(vendor, writing);
    this.stores = new Stores(writers);
    this.checkpointer = file.map(f -> new WalCheckpointer(f, this.readers));
    this.writer = checkpointer.map(log -> new SqliteWriter(writers, stores, epochs, clock, log));
    writer.ifPresent(SqliteWriter::start);
    if (!isShared) {
      checkpointer.ifPresent(WalCheckpointer::start);
    }
  }

  /**
   * Opens an SQLite file, and creates it if it does not exist.
   *
   * @param readers the number of connections that read concurrently
   * @throws StoreUnavailableException when the file cannot be opened
   */
  public static Database sqlite(Path file, int readers, Clock clock) {
    return sqlite(file, readers, clock, false);
  }

  /**
   * Opens an SQLite file that a server may be using. Closing it does not checkpoint the WAL,
   * because all other connections would have to wait; the server does.
   *
   * @throws StoreUnavailableException when the file cannot be opened
   */
  public static Database sqliteShared(Path file, Clock clock) {
    return sqlite(file, 1, clock, true);
  }

  private static Database sqlite(Path file, int readers, Clock clock, boolean isShared) {
    if (!isShared) {
      new SqliteCompaction(file).prepare();
    }
    HikariDataSource writing = Pools.sqlite(file, false, 1);
    try {
      HikariDataSource reading =
          isShared ? Pools.sqliteSingleConnection(file) : Pools.sqlite(file, true, readers);
      Database database =
          new Database(Vendor.SQLITE, clock, reading, writing, Optional.of(file), isShared);
      if (!isShared) {
        // A killed server can leave a WAL; a partial one would later look like damage.
        database.emptyLog();
      }
      return database;
    } catch (RuntimeException e) {
      writing.close();
      throw e;
    }
  }

  /**
   * Connects to PostgreSQL.
   *
   * @param url {@code jdbc:postgresql://…}, with user and password if required
   * @throws StoreUnavailableException when no connection can be opened
   */
  public static Database postgresql(String url, int connections, Clock clock) {
    HikariDataSource pool = Pools.postgresql(url, connections);
    return new Database(Vendor.POSTGRESQL, clock, pool, pool, Optional.empty(), false);
  }

  private static Jdbi jdbi(Vendor vendor, DataSource source) {
    Jdbi jdbi =
        Jdbi.create(source)
            .installPlugin(new SqlObjectPlugin())
            .installPlugin(new ColumnMappers())
            .setSqlParser(SQL)
            .define("contains", SearchText.contains(vendor));
    return vendor == Vendor.SQLITE ? jdbi.setStatementBuilderFactory(new StatementCache()) : jdbi;
  }

  /** The database product. */
  public Vendor vendor() {
    return vendor;
  }

  /** Plain connections for migrations and jobs. They can write; on SQLite one at a time. */
  DataSource writing() {
    return writing;
  }

  /** The configuration of reads, for tests that count them. */
  Jdbi readers() {
    return readers;
  }

  /** The connections of a shared store, for jobs that run in it. */
  public DataSource shared() {
    if (vendor == Vendor.SQLITE) {
      throw new IllegalStateException("an SQLite file is not shared");
    }
    return writing;
  }

  /**
   * Reads from one snapshot.
   *
   * @throws StoreUnavailableException when no connection is available
   */
  public <T> T read(Function<Tx, T> work) {
    rejectNested();
    Pools.limitWaitingThreads(reading);
    inside.set(true);
    try (Handle handle = readers.open()) {
      Tx tx = begun(handle);
      if (vendor == Vendor.SQLITE) {
        return handle.inTransaction(h -> work.apply(tx));
      }
      return handle.inTransaction(TransactionIsolationLevel.REPEATABLE_READ, h -> work.apply(tx));
    } catch (ConnectionException e) {
      throw new StoreUnavailableException("no connection to the store is available", e);
    } catch (RuntimeException e) {
      health.checkFailure(e);
      throw e;
    } finally {
      stores.rejectLaterStatements();
      inside.set(false);
    }
  }

  /**
   * Writes. When this returns, the change is on disk; when it throws, nothing was changed. The work
   * may run again after a conflict, so it must have no effects outside of the transaction.
   *
   * @throws StoreUnavailableException when the store accepts no work now
   */
  public <T> T write(Function<Tx, T> work) {
    rejectNested();
    health.rejectIfDamaged();
    CommitResult<T> written;
    try {
      written = writer.isPresent() ? writer.get().write(work) : writeShared(work);
    } catch (RuntimeException e) {
      health.checkFailure(e);
      throw e;
    }
    // Outside of the transaction, so that these steps can read and write.
    written.tx().committed();
    return written.result();
  }

  /** A committed result and its transaction. */
  record CommitResult<T>(T result, Tx tx) {}

  /** The same, for work without a result. */
  public void change(Consumer<Tx> work) {
    write(
        tx -> {
          work.accept(tx);
          return true;
        });
  }

  private <T> CommitResult<T> writeShared(Function<Tx, T> work) {
    Pools.limitWaitingThreads(writing);
    inside.set(true);
    try {
      for (int attempt = 1; ; attempt++) {
        try (Handle handle = writers.open()) {
          Tx tx = begun(handle);
          T result = handle.inTransaction(h -> work.apply(tx));
          return new CommitResult<>(result, tx);
        } catch (ConnectionException e) {
          throw new StoreUnavailableException("no connection to the store is available", e);
        } catch (RuntimeException e) {
          if (attempt == ATTEMPTS || !StoreErrors.isConflict(e)) {
            throw e;
          }
        }
      }
    } finally {
      stores.rejectLaterStatements();
      inside.set(false);
    }
  }

  private Tx begun(Handle handle) {
    if (vendor == Vendor.POSTGRESQL && patient.get()) {
      try {
        // The pool resets it when the connection is returned.
        handle.getConnection().setNetworkTimeout(Runnable::run, JOB_SILENCE_MILLIS);
      } catch (SQLException e) {
        throw new StoreUnavailableException("no connection to the store is available", e);
      }
    }
    stores.enter(handle);
    return new Tx(handle, stores, epochs, vendor, clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }

  /**
   * Returns a cache for some kinds of records.
   *
   * @param limit the maximum number of entries
   */
  public <K, V> VersionedCache<K, V> memory(int limit, Class<?>... kinds) {
    return new VersionedCache<>(vendor, epochs, clock, limit, List.of(kinds));
  }

  /**
   * Runs work that may take minutes and that no caller waits for, such as removing all data of a
   * tenant.
   */
  public void runLong(Runnable work) {
    patient.set(true);
    try {
      work.run();
    } finally {
      patient.remove();
    }
  }

  /** Checks a copy of the store for damage while other connections use it. This takes a while. */
  public void checkCopy(Path file) {
    List<String> damage = new SqliteFile(file).obviousDamage();
    if (!damage.isEmpty()) {
      health.damaged(damage.get(0));
    }
  }

  /** Returns the health of the store: whether it is writable and undamaged. */
  public StoreHealth health() {
    return health;
  }

  private void rejectNested() {
    if (inside.get() || writer.map(SqliteWriter::isWriter).orElse(false)) {
      throw new IllegalStateException("a transaction inside a transaction");
    }
  }

  /** Checkpoints acknowledged writes and closes the file. */
  @Override
  public void close() {
    writer.ifPresent(SqliteWriter::close);
    checkpointer.ifPresent(WalCheckpointer::close);
    if (vendor == Vendor.SQLITE && !isShared && !writing.isClosed()) {
      reading.close();
      emptyLog();
    }
    writing.close();
    reading.close();
  }

  private void emptyLog() {
    copyLog("TRUNCATE");
  }

  /** Checkpoints the WAL of an SQLite file up to the oldest active reader. */
  void copyLog() {
    copyLog("PASSIVE");
  }

  private void copyLog(String mode) {
    try (Handle handle = writers.open()) {
      handle.execute("PRAGMA wal_checkpoint(" + mode + ")");
    } catch (RuntimeException e) {
      // The next start replays the log; nothing is lost.
      org.slf4j.LoggerFactory.getLogger(Database.class).warn("no checkpoint now", e);
    }
  }
}
