package io.svc.server.storemigration;

import io.svc.server.db.Database;
import io.svc.server.db.MigrationMarker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/** The PostgreSQL database that a store is moved into: its state, and its tables. */
final class MoveTarget {
  /** Tables without content: the schema history, jobs that each start recreates, the marker. */
  static final Set<String> INTERNAL_TABLES =
      Set.of("flyway_schema_history", "scheduled_tasks", MigrationMarker.TABLE);

  /** Created by the first start of a server; it seals nothing if there is no other content. */
  private static final String KEY = "store_key";

  private static final String TABLES =
      """
      SELECT table_name FROM information_schema.tables
      WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY table_name
      """;

  private static final String COLUMNS =
      """
      SELECT column_name, data_type FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = ? ORDER BY ordinal_position
      """;

  private static final String REFERENCES =
      """
      SELECT count(*) FROM pg_constraint
      WHERE contype = 'f' AND conrelid = CAST(? AS regclass) AND confrelid <> conrelid
        AND confrelid <> ALL (CAST(? AS regclass[]))
      """;

  private static final String OTHERS =
      """
      SELECT min(coalesce(nullif(application_name, ''), 'without a name')) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND backend_type = 'client backend'
      """;

  /** The state of the database before the move. */
  enum State {
    /** It has no tables. */
    NEW,
    /** It has the empty tables of a store. */
    EMPTY,
    /** A move into it was interrupted. */
    BROKEN_OFF
  }

  private final Database database;

  MoveTarget(Database database) {
    this.database = database;
  }

  /**
   * Checks whether the database may be filled, and changes nothing. Only this process may be
   * connected to it, by one connection.
   *
   * @throws MoveException when it may not be filled
   */
  State state() {
    List<String> tables = database.read(tx -> tables(tx.handle()));
    refuseEncoding(database.read(tx -> queryText(tx.handle(), "SHOW server_encoding").orElse("")));
    if (tables.isEmpty()) {
      return State.NEW;
    }
    if (!tables.contains("flyway_schema_history")) {
      throw new MoveException(
          "the target database contains tables that do not belong to svc-server, such as "
              + tables.get(0)
              + "; expected an empty database for svc-server only");
    }
    Optional<String> other = database.read(tx -> queryText(tx.handle(), OTHERS));
    if (other.isPresent()) {
      throw new MoveException(
          "another client is connected to the target database ("
              + other.get()
              + "); stop all its servers and clients first");
    }
    if (tables.contains(MigrationMarker.TABLE)) {
      return State.BROKEN_OFF;
    }
    tables.removeAll(INTERNAL_TABLES);
    tables.remove(KEY);
    for (String table : tables) {
      if (database.read(tx -> hasRows(tx.handle(), table))) {
        throw new MoveException(
            "the target database is not empty: there are rows in "
                + table
                + "; use an empty database, or drop and create this one");
      }
    }
    return State.EMPTY;
  }

  private static void refuseEncoding(String encoding) {
    if (!encoding.equals("UTF8")) {
      throw new MoveException(
          "the target database has the encoding "
              + encoding
              + "; expected UTF8, as by CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0");
    }
  }

  private static Optional<String> queryText(Handle handle, String question) {
    return Optional.ofNullable(handle.createQuery(question).mapTo(String.class).one());
  }

  private static boolean hasRows(Handle handle, String table) {
    return handle
        .createQuery("SELECT EXISTS (SELECT 1 FROM " + StoreTable.quoted(table) + ")")
        .mapTo(Boolean.class)
        .one();
  }

  private static List<String> tables(Handle handle) {
    return new ArrayList<>(handle.createQuery(TABLES).mapTo(String.class).list());
  }

  /** Returns the tables with content, referenced tables first. */
  List<StoreTable> contentTables() {
    return database.read(
        tx -> {
          List<String> remaining = tables(tx.handle());
          remaining.removeAll(INTERNAL_TABLES);
          List<String> ordered = new ArrayList<>();
          while (!remaining.isEmpty()) {
            List<String> next =
                remaining.stream().filter(table -> isFree(tx.handle(), table, ordered)).toList();
            if (next.isEmpty()) {
              throw new IllegalStateException("tables refer to each other: " + remaining);
            }
            ordered.addAll(next);
            remaining.removeAll(next);
          }
          return ordered.stream().map(table -> described(tx.handle(), table)).toList();
        });
  }

  private static boolean isFree(Handle handle, String table, List<String> before) {
    return handle
            .select(REFERENCES, StoreTable.quoted(table), before.toArray(String[]::new))
            .mapTo(Long.class)
            .one()
        == 0;
  }

  private static StoreTable described(Handle handle, String table) {
    return new StoreTable(
        table,
        handle
            .select(COLUMNS, table)
            .map(
                (row, ctx) ->
                    new StoreTable.Column(row.getString(1), StoreTable.Kind.of(row.getString(2))))
            .list());
  }
}
