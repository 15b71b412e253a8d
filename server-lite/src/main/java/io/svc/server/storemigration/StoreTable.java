package io.svc.server.storemigration;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A table of a store, and how its columns are read from either database. */
record StoreTable(String name, List<Column> columns) {
  StoreTable {
    columns = List.copyOf(columns);
  }

  /** A column; its content is the same in both databases, regardless of the type's name. */
  record Column(String name, Kind kind) {}

  /** The kind of content of a column. */
  enum Kind {
    TEXT,
    NUMBER,
    FLAG,
    FRACTION,
    BYTES;

    /** Returns the kind of a PostgreSQL type, by its name in the SQL standard. */
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

    private @Nullable Object read(ResultSet row, int index) throws SQLException {
      Object value =
          switch (this) {
            case TEXT -> row.getString(index);
            case NUMBER -> row.getLong(index);
            case FLAG -> row.getBoolean(index);
            case FRACTION -> row.getDouble(index);
            case BYTES -> row.getBytes(index);
          };
      return row.wasNull() ? null : value;
    }
  }

  /** Returns the value of a column in a row of {@link #selectAll}, for {@link RowDigest}. */
  @Nullable Object read(ResultSet row, int column) throws SQLException {
    return columns.get(column).kind().read(row, column + 1);
  }

  String columnNames() {
    return columns.stream().map(column -> quoted(column.name())).collect(Collectors.joining(", "));
  }

  /** Returns the statement that reads all rows. */
  String selectAll() {
    return "SELECT " + columnNames() + " FROM " + quoted(name);
  }

  static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }
}
