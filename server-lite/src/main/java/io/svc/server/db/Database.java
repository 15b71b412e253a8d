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
 * The store: one SQLite file, or a PostgreSQL database that several servers share. Work is given as
 * a function of a transaction. Reads see one state of the store from beginning to end; a write is
 * acknowledged when it is on disk. Safe for many threads.
 */
public final class Database implements AutoCloseable {
  /** So long a statement of a job may take on PostgreSQL. */
  private static final int JOB_SILENCE_MILLIS = 600_000;

  /** How often a transaction is tried that lost against another one of PostgreSQL. */
  private static final int ATTEMPTS = 5;

  /** Shared by all stores: parsing a statement takes longer than running it. */
  private static final SqlParser SQL = new ColonPrefixSqlParser();

  private final Vendor vendor;
  private final Clock clock;
  private final HikariDataSource reading;
  private final HikariDataSource writing;
  private final Jdbi readers;
  private final Jdbi writers;
  private final Stores stores;
  private final ChangeCounters epochs = new ChangeCounters();
  private final Optional<SqliteWriter> writer;
  private final boolean isGuest;
  private final StoreHealth health = new StoreHealth(this);
  private final ThreadLocal<Boolean> inside = ThreadLocal.withInitial(() -> false);
  private final ThreadLocal<Boolean> patient = ThreadLocal.withInitial(() -> false);

  private Database(
      Vendor vendor,
      Clock clock,
      HikariDataSource reading,
      HikariDataSource writing,
      Optional<Path> file,
      boolean isGuest) {
    this.vendor = vendor;
    this.clock = clock;
    this.reading = reading;
    this.writing = writing;
    this.isGuest = isGuest;
    this.readers = jdbi(vendor, reading);
    this.writers = jdbi(vendor, writing);
    this.stores = new Stores(writers);
    this.writer =
        file.map(f -> new SqliteWriter(writers, stores, epochs, clock, new WalCheckpointer(f)));
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
    if (!isGuest) {
      new SqliteCompaction(file).prepare();
    }
    HikariDataSource writing = Pools.sqlite(file, false, 1);
    try {
      HikariDataSource reading =
          isGuest ? Pools.sqliteOfGuest(file) : Pools.sqlite(file, true, readers);
      Database database =
          new Database(Vendor.SQLITE, clock, reading, writing, Optional.of(file), isGuest);
      if (!isGuest) {
        // What a killed server left in the log; remains of it would look like damage another time.
        database.emptyLog();
      }
      return database;
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
    HikariDataSource pool = Pools.postgresql(url, connections);
    return new Database(Vendor.POSTGRESQL, clock, pool, pool, Optional.empty(), false);
  }

  private static Jdbi jdbi(Vendor vendor, DataSource source) {
    return Jdbi.create(source)
        .installPlugin(new SqlObjectPlugin())
        .installPlugin(new ColumnMappers())
        .setSqlParser(SQL)
        .define("contains", SearchText.contains(vendor));
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
    Pools.refuseCrowd(reading);
    inside.set(true);
    try (Handle handle = readers.open()) {
      Tx tx = begun(handle);
      if (vendor == Vendor.SQLITE) {
        return handle.inTransaction(h -> work.apply(tx));
      }
      return handle.inTransaction(TransactionIsolationLevel.REPEATABLE_READ, h -> work.apply(tx));
    } catch (ConnectionException e) {
      throw new StoreUnavailableException("the store gives no connection", e);
    } catch (RuntimeException e) {
      health.met(e);
      throw e;
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
    health.refuseWhenDamaged();
    Written<T> written;
    try {
      written = writer.isPresent() ? writer.get().write(work) : writeShared(work);
    } catch (RuntimeException e) {
      health.met(e);
      throw e;
    }
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
    Pools.refuseCrowd(writing);
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
    if (vendor == Vendor.POSTGRESQL && patient.get()) {
      try {
        // The pool takes it back with the connection.
        handle.getConnection().setNetworkTimeout(Runnable::run, JOB_SILENCE_MILLIS);
      } catch (SQLException e) {
        throw new StoreUnavailableException("the store gives no connection", e);
      }
    }
    stores.enter(handle);
    return new Tx(handle, stores, epochs, vendor, clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }

  /**
   * Remembers what is read of some kinds of records.
   *
   * @param most how much of it
   */
  public <K, V> VersionedCache<K, V> memory(int most, Class<?>... kinds) {
    return new VersionedCache<>(vendor, epochs, clock, most, List.of(kinds));
  }

  /** Does what may take minutes, such as removing all that a tenant had, for whom nobody waits. */
  public void patiently(Runnable work) {
    patient.set(true);
    try {
      work.run();
    } finally {
      patient.remove();
    }
  }

  /** Looks through its file for damage, which takes a while, beside those who use it. */
  public void lookThrough(Path file) {
    List<String> damage = new SqliteFile(file).obviousDamage();
    if (!damage.isEmpty()) {
      health.damaged(damage.get(0));
    }
  }

  /** Whether it can be written to, and is sound. */
  public StoreHealth health() {
    return health;
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
      emptyLog();
    }
    writing.close();
    reading.close();
  }

  private void emptyLog() {
    copyLog("TRUNCATE");
  }

  /**
   * Brings what is in the log into an SQLite file, as far as nobody still reads what was before.
   */
  void copyLog() {
    copyLog("PASSIVE");
  }

  private void copyLog(String how) {
    try (Handle handle = writers.open()) {
      handle.execute("PRAGMA wal_checkpoint(" + how + ")");
    } catch (RuntimeException e) {
      // The next start replays the log; nothing is lost.
      org.slf4j.LoggerFactory.getLogger(Database.class).warn("no checkpoint now", e);
    }
  }
}
