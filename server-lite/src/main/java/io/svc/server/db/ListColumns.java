package io.svc.server.db;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The columns that a list can be sorted by and that its CSV contains. A name is a field of the
 * entries, or a path such as {@code owner.name}. Immutable.
 */
public final class ListColumns {
  private static final int LONGEST_TEXT = 100;
  private static final Pattern NUMBER =
      Pattern.compile("-?[0-9]{1,18}(\\.[0-9]{1,20})?(E-?[0-9]{1,3})?");
  private static final Pattern DOCUMENT = Pattern.compile("(?<![\\w.])([\\w.]++)::json");
  private static final Pattern KEY_NUMBER = Pattern.compile("[1-9][0-9]{0,17}");

  private final String key;
  private final String prefix;
  private final List<Column> columns;

  private ListColumns(String key, String prefix, List<Column> columns) {
    this.key = key;
    this.prefix = prefix;
    this.columns = List.copyOf(columns);
  }

  /**
   * A column.
   *
   * @param sql the value that rows are compared by; a column with JSON is marked by {@code ::json}
   * @param labels the order of the values; empty for texts, numbers and times
   */
  public record Column(String name, String sql, boolean isText, List<String> labels) {
    /** Returns whether a text of a cursor is a value of the column. */
    boolean isValue(String text) {
      return isText ? text.indexOf('\0') < 0 : NUMBER.matcher(text).matches();
    }

    Object value(String text) {
      if (isText) {
        return text;
      }
      return text.matches("-?[0-9]+") ? (Object) Long.valueOf(text) : (Object) Double.valueOf(text);
    }

    /** Returns the order of rows. PostgreSQL compares bytes with this collation, as SQLite does. */
    String sql(Vendor vendor) {
      String document = vendor == Vendor.POSTGRESQL ? "CAST($1 AS json)" : "$1";
      String sql = DOCUMENT.matcher(this.sql).replaceAll(document);
      String collation = vendor == Vendor.POSTGRESQL ? " COLLATE \"C\"" : "";
      return isText
          ? "lower(substr(COALESCE(" + sql + ", ''), 1, " + LONGEST_TEXT + ")" + collation + ")"
          : sql;
    }
  }

  /** An order of a list; equal rows are ordered by their key. */
  public record Order(Column column, boolean isDescending) {
    /** Returns the value of the parameter {@code sort}. */
    @Override
    public String toString() {
      return (isDescending ? "-" : "") + column.name();
    }
  }

  /**
   * The columns of a list that is stored in a table.
   *
   * @param key the column of the identifier, which orders rows by age
   * @param prefix the prefix of identifiers; empty when they are numbers
   * @param name the field of the identifier
   */
  public static ListColumns of(String key, String prefix, String name) {
    return of(key, prefix).text(name, key);
  }

  /** The columns of a list that is stored in a table; the identifier is added as a column. */
  public static ListColumns of(String key, String prefix) {
    return new ListColumns(key, prefix, List.of());
  }

  /** The columns of a list that is sorted in memory; the first is the identifier. */
  public static ListColumns ofFields(String... names) {
    return new ListColumns("", "", List.of()).texts(names);
  }

  /** Adds texts that are columns of the table. */
  public ListColumns texts(String... names) {
    ListColumns all = this;
    for (String name : names) {
      all = all.text(name, columnOf(name));
    }
    return all;
  }

  /** Adds a text; null is the empty text. */
  public ListColumns text(String name, String sql) {
    return with(new Column(name, sql, true, List.of()));
  }

  /** Adds numbers and times that are columns of the table. */
  public ListColumns numbers(String... names) {
    ListColumns all = this;
    for (String name : names) {
      all = all.number(name, columnOf(name));
    }
    return all;
  }

  /** Adds a number or a time, which is not negative; null is less than all others. */
  public ListColumns number(String name, String sql) {
    return with(new Column(name, "COALESCE(" + sql + ", -1)", false, List.of()));
  }

  /** Adds a boolean. */
  public ListColumns flag(String name, String sql) {
    return with(new Column(name, "CASE WHEN " + sql + " THEN 1 ELSE 0 END", false, List.of()));
  }

  /** Adds labels that are ordered as their enum. */
  public ListColumns labels(String name, Class<? extends Enum<?>> type) {
    return labels(name, columnOf(name), type);
  }

  /** Adds labels that are ordered as their enum. */
  public ListColumns labels(String name, String sql, Class<? extends Enum<?>> type) {
    List<String> labels = Arrays.stream(type.getEnumConstants()).map(Enum::toString).toList();
    StringBuilder ranks = new StringBuilder("CASE " + sql);
    for (int i = 0; i < labels.size(); i++) {
      ranks.append(" WHEN '").append(labels.get(i)).append("' THEN ").append(i);
    }
    return with(new Column(name, ranks + " ELSE -1 END", false, labels));
  }

  private ListColumns with(Column column) {
    return new ListColumns(
        key, prefix, Stream.concat(columns.stream(), Stream.of(column)).toList());
  }

  private static String columnOf(String name) {
    return name.substring(name.lastIndexOf('.') + 1)
        .replaceAll("([A-Z])", "_$1")
        .toLowerCase(Locale.ROOT);
  }

  /** Returns the names of all columns. */
  public List<String> names() {
    return columns.stream().map(Column::name).toList();
  }

  /** Returns the order that a value of {@code sort} means; empty for an unknown column. */
  public Optional<Order> order(String sort) {
    boolean isDescending = sort.startsWith("-");
    String name = isDescending ? sort.substring(1) : sort;
    return columns.stream()
        .filter(column -> column.name().equals(name))
        .map(column -> new Order(column, isDescending))
        .findFirst();
  }

  /** Returns whether the list is read from a table in pages. */
  public boolean isPaged() {
    return !key.isEmpty();
  }

  /** Returns the column of a name. */
  public Column column(String name) {
    return order(name).orElseThrow().column();
  }

  String key() {
    return key;
  }

  /** Returns whether a text is an identifier of a row. */
  boolean isKey(String text) {
    return prefix.isEmpty()
        ? KEY_NUMBER.matcher(text).matches()
        : text.startsWith(prefix) && Identifiers.isWellFormed(text);
  }

  Object keyValue(String text) {
    return prefix.isEmpty() ? (Object) Long.valueOf(text) : text;
  }
}
