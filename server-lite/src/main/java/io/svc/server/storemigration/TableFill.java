package io.svc.server.storemigration;

import io.svc.server.logging.SafeText;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.postgresql.PGConnection;
import org.postgresql.copy.PGCopyOutputStream;

/** Fills PostgreSQL tables row by row, in one transaction and with little memory. */
final class TableFill {
  /** The number of rows of a table between progress messages. */
  private static final long ROWS_PER_PROGRESS = 100_000;

  private static final int FETCHED = 1_000;

  /** Indexes other than constraints, which are faster to create after all rows are inserted. */
  private static final String INDEXES =
      """
      SELECT i.indexname, i.indexdef FROM pg_indexes i
      WHERE i.schemaname = current_schema() AND i.tablename = ?
        AND NOT EXISTS (
          SELECT 1 FROM pg_constraint c
          JOIN pg_class x ON x.oid = c.conindid
          WHERE x.relname = i.indexname AND x.relnamespace = CAST(current_schema() AS regnamespace))
      """;

  private final Handle into;

  TableFill(Handle into) {
    this.into = into;
  }

  /** Empties the tables and drops their indexes; returns the statements that recreate them. */
  List<String> begin(List<StoreTable> tables) {
    // Triggers protect append-only tables; here they are empty, or contain the remains of an
    // interrupted move.
    tables.forEach(t -> into.execute("ALTER TABLE " + quoted(t) + " DISABLE TRIGGER USER"));
    into.execute(
        "TRUNCATE " + tables.stream().map(TableFill::quoted).collect(Collectors.joining(", ")));
    tables.forEach(t -> into.execute("ALTER TABLE " + quoted(t) + " ENABLE TRIGGER USER"));
    return tables.stream().flatMap(table -> dropIndexes(table).stream()).toList();
  }

  private static String quoted(StoreTable table) {
    return StoreTable.quoted(table.name());
  }

  private List<String> dropIndexes(StoreTable table) {
    List<String[]> found =
        into.select(INDEXES, table.name())
            .map((row, ctx) -> new String[] {row.getString(1), row.getString(2)})
            .list();
    found.forEach(index -> into.execute("DROP INDEX " + StoreTable.quoted(index[0])));
    return found.stream().map(index -> index[1]).toList();
  }

  /** Copies a table, and returns its content at the source. */
  TableDigest copy(StoreTable table, Handle from, LongConsumer progress) {
    RowDigest digest = new RowDigest();
    String command = "COPY " + quoted(table) + " (" + table.columnNames() + ") FROM STDIN";
    try (Statement statement = from.getConnection().createStatement();
        ResultSet rows = statement.executeQuery(table.selectAll());
        PGCopyOutputStream out =
            new PGCopyOutputStream(into.getConnection().unwrap(PGConnection.class), command);
        Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8)) {
      CopyLine line = new CopyLine();
      for (long done = 1; rows.next(); done++) {
        for (int i = 0; i < table.columns().size(); i++) {
          Object value = table.read(rows, i);
          digest.value(value);
          if (!line.value(value)) {
            throw invalidValue(table, i, rows);
          }
        }
        writer.write(line.end());
        digest.endRow();
        if (done % ROWS_PER_PROGRESS == 0) {
          progress.accept(done);
        }
      }
    } catch (IOException | SQLException e) {
      throw new MoveException(
          "the table "
              + table.name()
              + " could not be migrated; check that PostgreSQL is running and its disk is not full",
          e);
    }
    return digest.content();
  }

  private static MoveException invalidValue(StoreTable table, int column, ResultSet row)
      throws SQLException {
    // The first two columns identify a row in nearly all tables, and are not secrets.
    return new MoveException(
        "a string in column "
            + table.columns().get(column).name()
            + " of table "
            + table.name()
            + " contains the character U+0000, which PostgreSQL cannot store; change it first, in"
            + " the row"
            + " whose "
            + table.columns().get(0).name()
            + " is "
            + SafeText.quoted(String.valueOf(row.getString(1))));
  }

  /** Returns the content of a table. */
  static TableDigest content(StoreTable table, Handle handle) {
    RowDigest digest = new RowDigest();
    Connection connection = handle.getConnection();
    try (Statement statement = connection.createStatement()) {
      // Without this setting, the driver loads all rows into memory.
      statement.setFetchSize(FETCHED);
      try (ResultSet rows = statement.executeQuery(table.selectAll())) {
        while (rows.next()) {
          for (int i = 0; i < table.columns().size(); i++) {
            digest.value(table.read(rows, i));
          }
          digest.endRow();
        }
      }
    } catch (SQLException e) {
      throw new MoveException("the table " + table.name() + " cannot be read again", e);
    }
    return digest.content();
  }
}
