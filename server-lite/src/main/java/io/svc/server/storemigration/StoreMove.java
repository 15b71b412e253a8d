package io.svc.server.storemigration;

import io.svc.server.db.Database;
import io.svc.server.db.MigrationMarker;
import io.svc.server.db.Migrations;
import io.svc.server.db.SchemaException;
import io.svc.server.db.Tx;
import io.svc.server.db.Vendor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/**
 * Moves an SQLite store into PostgreSQL. The source is only read. The target is marked before it is
 * filled, and not used until {@link #finish} removes the marker; it is filled in one transaction,
 * so an interrupted move leaves only the marker.
 */
public final class StoreMove {
  private static final String LOCK = "SELECT pg_try_advisory_xact_lock(7305428134018528)";

  /** This SQLite value increments when another connection writes (sqlite.org/pragma.html). */
  private static final String CHANGES = "PRAGMA data_version";

  private final Database source;
  private final Database target;
  private final Consumer<String> progress;

  /**
   * Creates a move.
   *
   * @param source a store with the schema of this version
   * @param target a database that {@link #check} accepted
   * @param progress receives progress lines
   */
  public StoreMove(Database source, Database target, Consumer<String> progress) {
    this.source = source;
    this.target = target;
    this.progress = progress;
    if (source.vendor() != Vendor.SQLITE || target.vendor() != Vendor.POSTGRESQL) {
      throw new IllegalArgumentException("A store is moved from SQLite to PostgreSQL");
    }
  }

  /**
   * Checks whether a database may be filled, and changes nothing.
   *
   * @param target a database with one connection
   * @return the remains that will be removed; empty for none
   * @throws MoveException when it may not be filled
   */
  public static String check(Database target) {
    return switch (new MoveTarget(target).state()) {
      case NEW -> "an empty database";
      case EMPTY -> "a store without content";
      case BROKEN_OFF -> "data of an interrupted migration, which will be removed";
    };
  }

  /**
   * Checks that the schema of the target is not newer than this version, and changes nothing.
   *
   * @throws MoveException when it is newer
   */
  public void checkSchema() {
    try {
      Migrations.ofMove(target).check();
    } catch (SchemaException e) {
      throw unusable(e);
    }
  }

  private static MoveException unusable(SchemaException e) {
    return new MoveException("the target database cannot be used: " + e.getMessage(), e);
  }

  /** Returns the number of rows to move in each table of the source. */
  public Map<String, Long> rows() {
    return source.read(
        tx -> {
          Map<String, Long> rows = new LinkedHashMap<>();
          for (String table : SourceTables.content(tx.handle())) {
            rows.put(table, SourceTables.rows(tx.handle(), table));
          }
          return rows;
        });
  }

  /**
   * Fills the target.
   *
   * @return the content of each table of the source
   * @throws MoveException on a failure; the target is then marked and empty, or unchanged
   */
  public Map<String, TableDigest> copy() {
    try {
      Migrations.ofMove(target).run(Path.of("unused"));
    } catch (SchemaException e) {
      throw unusable(e);
    }
    target.change(tx -> MigrationMarker.set(tx.handle()));
    List<StoreTable> tables = new MoveTarget(target).contentTables();
    long before = changes();
    Map<String, TableDigest> digests =
        target.write(
            tx -> {
              Handle into = tx.handle();
              if (!into.createQuery(LOCK).mapTo(Boolean.class).one()) {
                throw new MoveException("another migrate-store is writing to this database");
              }
              List<String> indexes = new TableFill(into).begin(tables);
              Map<String, TableDigest> all = source.read(from -> copy(from, into, tables));
              if (changes() != before) {
                throw new MoveException(
                    "the store changed during the migration, for example by admin create; try"
                        + " again");
              }
              progress.accept("creating indexes");
              indexes.forEach(into::execute);
              return all;
            });
    target.change(tx -> tables.forEach(t -> tx.handle().execute("ANALYZE " + t.name())));
    return digests;
  }

  private long changes() {
    return source.read(tx -> tx.handle().createQuery(CHANGES).mapTo(Long.class).one());
  }

  private Map<String, TableDigest> copy(Tx from, Handle into, List<StoreTable> tables) {
    SourceTables.compare(from.handle(), tables);
    Map<String, TableDigest> digests = new LinkedHashMap<>();
    TableFill fill = new TableFill(into);
    for (StoreTable table : tables) {
      long rows = SourceTables.rows(from.handle(), table.name());
      if (rows > 0) {
        progress.accept("moving " + table.name() + ": " + rows);
      }
      digests.put(
          table.name(),
          fill.copy(
              table,
              from.handle(),
              done -> progress.accept("moving " + table.name() + ": " + done + " of " + rows)));
    }
    return digests;
  }

  /** Reads the complete target, and returns the tables that differ from the given content. */
  public List<String> differences(Map<String, TableDigest> expected) {
    progress.accept("comparing");
    List<StoreTable> tables = new MoveTarget(target).contentTables();
    Map<String, TableDigest> found = new LinkedHashMap<>();
    target.read(
        tx -> {
          for (StoreTable table : tables) {
            found.put(table.name(), TableFill.content(table, tx.handle()));
          }
          return found;
        });
    List<String> differences = new ArrayList<>();
    TreeSet<String> names = new TreeSet<>(expected.keySet());
    names.addAll(found.keySet());
    TableDigest none = new TableDigest(0, "");
    for (String name : names) {
      TableDigest expectedDigest = expected.getOrDefault(name, none);
      TableDigest actual = found.getOrDefault(name, none);
      if (expectedDigest.rows() != actual.rows()) {
        differences.add(
            name + " has " + actual.rows() + " rows; expected " + expectedDigest.rows() + " rows");
      } else if (!expectedDigest.equals(actual)) {
        differences.add(name + " has different content in the same number of rows");
      }
    }
    return differences;
  }

  /**
   * Permits the use of the target.
   *
   * @param note records that are stored in the same transaction
   */
  public void finish(Consumer<Tx> note) {
    target.change(
        tx -> {
          MigrationMarker.remove(tx.handle());
          note.accept(tx);
        });
  }
}
