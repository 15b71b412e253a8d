package io.svc.server;

import io.svc.server.accounts.Accounts;
import io.svc.server.audit.AuditLog;
import io.svc.server.config.ServerConfig;
import io.svc.server.data.DataDirectory;
import io.svc.server.data.MasterKey;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.Migrations;
import io.svc.server.db.SchemaException;
import io.svc.server.db.SqliteFile;
import io.svc.server.db.StoreUnavailableException;
import io.svc.server.evidence.SealedOriginals;
import io.svc.server.mail.OutgoingMail;
import io.svc.server.secrets.Keyring;
import io.svc.server.tenants.Tenants;
import java.nio.file.Files;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * The shared parts of the server and its commands: the store, the keys, and the records in the
 * store. Closing it closes the store.
 */
public record SharedComponents(
    Clock clock,
    Database database,
    Keyring keyring,
    Identifiers identifiers,
    AuditLog audit,
    Accounts accounts,
    Tenants tenants,
    OutgoingMail mail,
    SealedOriginals originals)
    implements AutoCloseable {
  private static final String RECOVERY_HINT =
      "; nothing was changed. Restore the files, or restore a backup with svc-server restore"
          + " FILE --yes, which moves the current files to another directory";
  private static final int READERS = Math.max(4, 2 * Runtime.getRuntime().availableProcessors());

  /**
   * Opens the store of a locked data directory; creates the store, its key and its schema if they
   * do not exist.
   *
   * @throws OperatorErrorException when the store cannot be used
   */
  public static SharedComponents open(ServerConfig config, DataDirectory data, Clock clock) {
    // Before the store: a key is created only together with a new store.
    MasterKey master = masterKey(config, data);
    Database database =
        config.database().url().isPresent() ? shared(config, clock) : openServerSqlite(data, clock);
    try {
      new Migrations(database).run(data.backups());
      return ofOpenStore(database, keyring(config, data, database, master), clock);
    } catch (SchemaException e) {
      database.close();
      throw new OperatorErrorException(e.getMessage(), e);
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  /**
   * Opens an existing store that a server may be using. Creates and migrates nothing.
   *
   * @throws OperatorErrorException when there is none, or its schema has another version
   */
  public static SharedComponents openShared(ServerConfig config, DataDirectory data, Clock clock) {
    boolean isShared = config.database().url().isPresent();
    if (data.isBeingReplaced()) {
      throw new OperatorErrorException(
          "a restore was interrupted in \"" + data.path() + "\"; start the server to complete it");
    }
    if (!isShared && !Files.exists(data.database())) {
      throw new OperatorErrorException(
          "there is no store in \""
              + data.path()
              + "\" yet; start the server once, or specify another data directory");
    }
    MasterKey master = masterKey(config, data);
    Database database = isShared ? shared(config, clock) : openSharedSqlite(data, clock);
    try {
      refuseOtherSchema(new Migrations(database));
      return ofOpenStore(database, StoreKey.open(database, master), clock);
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  private static Keyring keyring(
      ServerConfig config, DataDirectory data, Database database, MasterKey master) {
    return config.masterKeyFile().isPresent()
        ? StoreKey.open(database, master)
        : StoreKey.open(database, data);
  }

  /** Creates the parts for an open store. */
  public static SharedComponents ofOpenStore(Database database, Keyring keyring, Clock clock) {
    Identifiers identifiers = new Identifiers(clock);
    return new SharedComponents(
        clock,
        database,
        keyring,
        identifiers,
        new AuditLog(database, identifiers, keyring),
        new Accounts(identifiers),
        new Tenants(identifiers),
        new OutgoingMail(database, identifiers, keyring),
        new SealedOriginals(database, keyring));
  }

  /** Returns the key from the settings, or else from the directory. */
  public static MasterKey masterKey(ServerConfig config, DataDirectory data) {
    return config.masterKeyFile().isPresent()
        ? MasterKey.read(config.masterKeyFile().get())
        : data.masterKey();
  }

  /**
   * Opens the SQLite store of a directory that a server may be using, with any schema version.
   *
   * @throws OperatorErrorException when it cannot be opened
   */
  public static Database openSharedSqlite(DataDirectory data, Clock clock) {
    try {
      return Database.sqliteShared(data.database(), clock);
    } catch (StoreUnavailableException e) {
      throw unusable(data, e);
    }
  }

  /**
   * Opens the configured PostgreSQL database, with any schema version.
   *
   * @throws OperatorErrorException when the connection fails
   */
  public static Database shared(ServerConfig config, Clock clock) {
    return shared(config, config.database().poolSize(), clock);
  }

  /** The same, with a given number of connections. */
  public static Database shared(ServerConfig config, int connections, Clock clock) {
    try {
      return Database.postgresql(
          config.database().url().orElseThrow().reveal(), connections, clock);
    } catch (StoreUnavailableException e) {
      throw new OperatorErrorException(
          "cannot connect to the PostgreSQL database in SVC_DATABASE_URL; check that it is"
              + " running, and that the user and password are correct",
          e);
    }
  }

  private static Database openServerSqlite(DataDirectory data, Clock clock) {
    try {
      rejectDamaged(data);
      data.restrictToOwner(data.database());
      return Database.sqlite(data.database(), READERS, clock);
    } catch (StoreUnavailableException e) {
      throw unusable(data, e);
    }
  }

  /** Checked before any write, so that everything is unchanged for a repair. */
  private static void rejectDamaged(DataDirectory data) {
    // The table of jobs is created after the store.
    boolean wasUsed = data.jobs().toFile().length() > 0;
    Optional<String> objection = new SqliteFile(data.database()).objection(wasUsed);
    if (objection.isPresent()) {
      throw new OperatorErrorException(unusable(data) + ": " + objection.get() + RECOVERY_HINT);
    }
  }

  private static String unusable(DataDirectory data) {
    return "the store \"" + data.database() + "\" cannot be used";
  }

  private static OperatorErrorException unusable(DataDirectory data, StoreUnavailableException e) {
    return new OperatorErrorException(unusable(data) + ": it cannot be opened" + RECOVERY_HINT, e);
  }

  private static void refuseOtherSchema(Migrations migrations) {
    if (migrations.isCurrent()) {
      return;
    }
    try {
      migrations.check();
    } catch (SchemaException e) {
      throw new OperatorErrorException(e.getMessage(), e);
    }
    List<String> pending = migrations.pending();
    if (!pending.isEmpty()) {
      throw new OperatorErrorException(
          "the store has an older schema than this version, which lacks "
              + String.join(", ", pending)
              + "; start the server, or run svc-server migrate");
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
