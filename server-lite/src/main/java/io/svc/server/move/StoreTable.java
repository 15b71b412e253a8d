package io.svc.server.move;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A table of a store, and how each of its columns is read from either store. */
record StoreTable(String name, List<Column> columns) {
  StoreTable {
    columns = List.copyOf(columns);
  }

  /** A column; what lies in it is the same in both stores, whatever they call its type. */
  record Column(String name, Kind kind) {}

  /** What lies in a column. */
  enum Kind {
    TEXT,
    NUMBER,
    FLAG,
    FRACTION,
    BYTES;

    /** The kind of a type of PostgreSQL, by its name in the SQL standard. */
    static Kind of(String type) {
      return switch (type) {
        case "text" -> TEXT;
        case "bigint" -> NUMBER;
        case "boolean" -> FLAG;
        case "double precision" -> FRACTION;
        case "bytea" -> BYTES;
        default -> throw new IllegalStateException("no column has the type " + type);
      };
    }

    private @Nullable Object read(ResultSet row, int place) throws SQLException {
      Object value =
          switch (this) {
            case TEXT -> row.getString(place);
            case NUMBER -> row.getLong(place);
            case FLAG -> row.getBoolean(place);
            case FRACTION -> row.getDouble(place);
            case BYTES -> row.getBytes(place);
          };
      return row.wasNull() ? null : value;
    }
  }

  /** The value of a column in a row of {@link #everything}, as {@link RowDigest} takes it. */
  @Nullable Object read(ResultSet row, int column) throws SQLException {
    return columns.get(column).kind().read(row, column + 1);
  }

  String columnNames() {
    return columns.stream().map(column -> quoted(column.name())).collect(Collectors.joining(", "));
  }

  /** The statement that reads all rows. */
  String everything() {
    return "SELECT " + columnNames() + " FROM " + quoted(name);
  }

  static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }
}
