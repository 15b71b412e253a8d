package io.svc.server.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.jdbi.v3.core.Handle;

/**
 * Migrates the store to the schema of this version with numbered SQL files, which are not changed
 * after the release that contains them. {@code db/common} contains the statements for both
 * databases; the others are in {@code db/sqlite} and {@code db/postgresql} under the same number.
 */
public final class Migrations {
  private final Database database;
  private final List<String> further;
  private final boolean isMove;

  public Migrations(Database database) {
    this(database, List.of());
  }

  /** The same with additional migrations, for tests. */
  Migrations(Database database, List<String> further) {
    this(database, further, false);
  }

  private Migrations(Database database, List<String> further, boolean isMove) {
    this.database = database;
    this.further = further;
    this.isMove = isMove;
  }

  private Flyway flyway() {
    return settings(database.vendor(), further)
        .dataSource(database.writing())
        // All pending migrations or none.
        .group(true)
        .load();
  }

  private static FluentConfiguration settings(Vendor vendor, List<String> further) {
    List<String> locations =
        new ArrayList<>(List.of("classpath:db/common", "classpath:db/" + vendor));
    locations.addAll(further);
    return Flyway.configure()
        .locations(locations.toArray(String[]::new))
        .placeholders(Map.of("blob", vendor == Vendor.SQLITE ? "BLOB" : "BYTEA"))
        .validateMigrationNaming(true);
  }

  /**
   * Migrations of a store that another store is being moved into; nothing else may use it
   * meanwhile.
   */
  public static Migrations ofMove(Database target) {
    return new Migrations(target, List.of(), true);
  }

  /** The migrations of a new SQLite store, such as {@code 1 tables}, in order. */
  public static List<String> all() {
    return Stream.of(resolved(Vendor.SQLITE)).map(Migrations::name).toList();
  }

  /** All migrations of this version, in order. */
  static MigrationInfo[] resolved(Vendor vendor) {
    return settings(vendor, List.of())
        // A new store in memory; discarded with its connection.
        .dataSource("jdbc:sqlite::memory:", "", "")
        .load()
        .info()
        .pending();
  }

  /** Writes the history of a store with all migrations, for {@link #isCurrent}, into the jar. */
  public static void writeHistories(Path directory) throws IOException {
    SchemaHistory.write(directory);
  }

  /** The pending migrations, such as {@code 1 tables}, in order. */
  public List<String> pending() {
    return pending(flyway().info());
  }

  private static List<String> pending(MigrationInfoService migrations) {
    return Stream.of(migrations.pending()).map(Migrations::name).toList();
  }

  private static String name(MigrationInfo migration) {
    return migration.getVersion() + " " + migration.getDescription();
  }

  /**
   * Returns whether the store has exactly the migrations of this version, unchanged, by one
   * statement. False when only Flyway can tell; {@link #check} and {@link #pending} ask Flyway.
   */
  public boolean isCurrent() {
    return further.isEmpty()
        && !isMove
        && !MigrationMarker.isSet(database)
        && SchemaHistory.isCurrent(database);
  }

  /** The schema version of the store; empty when it is new. */
  public Optional<String> current() {
    return current(flyway().info());
  }

  private static Optional<String> current(MigrationInfoService migrations) {
    return Optional.ofNullable(migrations.current()).map(m -> m.getVersion().toString());
  }

  /**
   * Migrates. A non-empty SQLite file is backed up first.
   *
   * @param backups the directory for the backup; not used on PostgreSQL, which its operators back
   *     up
   * @throws SchemaException when the store has a newer version or one from before the first
   *     release, or was tampered with
   */
  public void run(Path backups) throws SchemaException {
    if (isCurrent()) {
      return;
    }
    // Called once, because each call reads all files and the table again.
    MigrationInfoService migrations = checked();
    List<String> pending = pending(migrations);
    if (pending.isEmpty()) {
      return;
    }
    Optional<String> current = current(migrations);
    if (current.isPresent() && database.vendor() == Vendor.SQLITE) {
      copy(backups.resolve("before-migration-from-" + current.get() + ".db"));
    }
    try {
      flyway().migrate();
    } catch (FlywayException e) {
      throw new SchemaException(
          "the store could not be migrated from schema version "
              + current.orElse("none")
              + " to "
              + pending.get(pending.size() - 1)
              + "; it was not changed",
          e);
    }
  }

  /**
   * Checks the schema without changing it. A schema that is older than this version is accepted.
   *
   * @throws SchemaException when the store has a newer version or one from before the first
   *     release, or was tampered with
   */
  public void check() throws SchemaException {
    checked();
  }

  private MigrationInfoService checked() throws SchemaException {
    if (!isMove && MigrationMarker.isSet(database)) {
      throw new SchemaException(
          "a migration into this store was interrupted or is running; if none is running, run"
              + " svc-server"
              + " migrate-store again, which starts over");
    }
    try {
      MigrationInfoService migrations = flyway().info();
      rejectNewerSchema(migrations);
      return migrations;
    } catch (FlywayException e) {
      throw new SchemaException(
          "the store's schema cannot be read; check that the store belongs to svc-server", e);
    }
  }

  private void rejectNewerSchema(MigrationInfoService migrations) throws SchemaException {
    for (MigrationInfo migration : migrations.all()) {
      MigrationState state = migration.getState();
      if (state == MigrationState.FUTURE_SUCCESS || state == MigrationState.FUTURE_FAILED) {
        throw new SchemaException(
            hasOtherFirst()
                ? "the store has schema version "
                    + current(migrations).orElseThrow()
                    + " of an unreleased svc-server; this version supports the released versions"
                    + " up to "
                    + latest(migrations)
                    + " and cannot migrate it; start the older version, or use an empty store"
                : "the store has schema version "
                    + migration.getVersion()
                    + ", created by a newer svc-server; this version supports versions up to "
                    + latest(migrations)
                    + "; start the newer version, or restore a backup from before the upgrade");
      }
    }
    if (migrations.pending().length == 0
        && !flyway().validateWithResult().invalidMigrations.isEmpty()) {
      throw new SchemaException("the store's schema does not match its version number");
    }
  }

  /** Returns whether version 1 is a migration from before the first release. */
  private boolean hasOtherFirst() {
    return flyway().validateWithResult().invalidMigrations.stream()
        .anyMatch(invalid -> "1".equals(invalid.version));
  }

  private static String latest(MigrationInfoService migrations) {
    return Stream.of(migrations.all())
        .filter(migration -> migration.getState().isResolved())
        .map(MigrationInfo::getVersion)
        .max(Comparator.naturalOrder())
        .map(MigrationVersion::toString)
        .orElse("0");
  }

  private void copy(Path file) throws SchemaException {
    try {
      Files.createDirectories(file.getParent());
      Files.deleteIfExists(file);
      // SQLite uses an existing empty file, but would create a file that others can read.
      Files.createFile(file, privately(file));
      try (Handle handle = org.jdbi.v3.core.Jdbi.open(database.writing())) {
        handle.execute("VACUUM INTO ?", file.toString());
      }
    } catch (IOException | RuntimeException e) {
      throw new SchemaException(
          "the store could not be copied before its migration, to \"" + file + "\"", e);
    }
  }

  private static FileAttribute<?>[] privately(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }
}
