package io.svc.server.db;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.jdbi.v3.core.statement.Query;

/** The rows of a tenant that match conditions and a search text, latest first. */
public final class LatestRows<T> {
  private final Tx tx;
  private final String table;
  private final ListColumns columns;
  private final String key;
  private final Class<T> type;
  private final StringBuilder conditions = new StringBuilder("org_id = :org");
  private final Map<String, Object> values = new LinkedHashMap<>();
  private String searchText = "";

  /**
   * A page of rows.
   *
   * @param next the content of the cursor of the next page; empty on the last page
   * @param totalIsMinimum whether there are more rows than were counted
   */
  public record Page<T>(List<T> rows, Optional<String> next, long total, boolean totalIsMinimum) {
    public Page {
      rows = List.copyOf(rows);
    }
  }

  /** A row and its place in the order. */
  private record PositionedRow<T>(T row, PageRequest.PrecedingRow place) {}

  /**
   * @param table the table, or a subquery with its columns
   */
  public LatestRows(Tx tx, OrgId org, String table, ListColumns columns, Class<T> type) {
    this.tx = tx;
    this.table = table;
    this.columns = columns;
    this.key = columns.key();
    this.type = type;
    values.put("org", org);
  }

  /** Selects the rows whose column has a value; no value selects all rows. */
  public LatestRows<T> is(String column, Optional<?> value) {
    value.ifPresent(filterValue -> where(column + " = :" + column, Map.of(column, filterValue)));
    return this;
  }

  /** Selects the rows that meet a condition over named values. */
  public LatestRows<T> where(String condition, Map<String, ?> named) {
    conditions.append(" AND ").append(condition);
    values.putAll(named);
    return this;
  }

  /** Selects the rows whose column has one of some values; no value selects all rows. */
  public LatestRows<T> in(String column, List<String> allowedValues) {
    if (allowedValues.isEmpty()) {
      return this;
    }
    StringJoiner names = new StringJoiner(", :", column + " IN (:", ")");
    Map<String, String> named = new LinkedHashMap<>();
    for (String value : allowedValues) {
      String name = "listed" + (values.size() + named.size());
      names.add(name);
      named.put(name, value);
    }
    return where(names.toString(), named);
  }

  /** Selects the rows that contain a text; only the latest rows are searched. */
  public LatestRows<T> containing(String text) {
    searchText = SearchText.normalized(text);
    return this;
  }

  /**
   * Reads a page. An order other than the latest first applies to the latest {@value
   * SearchText#MAX_SCANNED} matching rows.
   *
   * @param maxCounted the number up to which rows are counted
   */
  public Page<T> page(PageRequest page, int maxCounted) {
    int size = page.size();
    List<PositionedRow<T>> found = rows(page, size + 1);
    boolean isCut = found.size() > size;
    List<T> rows = found.stream().limit(size).map(PositionedRow::row).toList();
    long count = page.isCounted() ? count(maxCounted + 1) : 0;
    return new Page<>(
        rows,
        isCut ? Optional.of(page.next(found.get(size - 1).place())) : Optional.empty(),
        Math.min(count, maxCounted),
        count > maxCounted);
  }

  private long count(int limit) {
    String counted = "SELECT 1 FROM " + matching(false) + " LIMIT " + limit;
    return bound("SELECT count(*) FROM (" + counted + ") counted").mapTo(Long.class).one();
  }

  /** Reads the latest rows without counting. */
  public List<T> list(int limit) {
    return rows(PageRequest.latest(0, limit), limit).stream().map(PositionedRow::row).toList();
  }

  private List<PositionedRow<T>> rows(PageRequest page, int limit) {
    boolean isSorted = page.order().isPresent();
    boolean isDescending = page.order().map(ListColumns.Order::isDescending).orElse(true);
    String direction = isDescending ? " DESC" : "";
    String from =
        page.order()
            .map(order -> order.column().sql(tx.vendor()))
            .map(
                sql ->
                    "(SELECT matching.*, "
                        + sql
                        + " AS sort_value FROM "
                        + matching(true)
                        + ") sorted")
            .orElseGet(() -> matching(false));
    String sides = isSorted ? "(sort_value, " + key + ") ? (:value, :before)" : key + " ? :before";
    String further =
        page.before().isPresent() ? " WHERE " + sides.replace("?", isDescending ? "<" : ">") : "";
    Query query =
        bound(
            "SELECT * FROM "
                + from
                + further
                + " ORDER BY "
                + (isSorted ? "sort_value" + direction + ", " : "")
                + key
                + direction
                + " LIMIT :limit OFFSET :offset");
    page.before().ifPresent(row -> query.bind("before", columns.keyValue(row.id())));
    page.before()
        .flatMap(row -> page.order().map(order -> order.column().value(row.value())))
        .ifPresent(value -> query.bind("value", value));
    return query
        .bind("limit", limit)
        .bind("offset", page.offset())
        .map(
            (row, context) ->
                new PositionedRow<>(
                    context.findRowMapperFor(type).orElseThrow().map(row, context),
                    new PageRequest.PrecedingRow(
                        row.getString(key),
                        isSorted ? String.valueOf(row.getObject("sort_value")) : "")))
        .list();
  }

  private String matching(boolean isSorted) {
    String all = "SELECT * FROM " + table + " WHERE " + conditions;
    String latest = " ORDER BY " + key + " DESC LIMIT " + SearchText.MAX_SCANNED;
    if (searchText.isEmpty()) {
      return "(" + all + (isSorted ? latest : "") + ") matching";
    }
    return "(SELECT * FROM (" + all + latest + ") latest WHERE <contains>) matching";
  }

  private Query bound(String sql) {
    Query query = tx.handle().createQuery(sql);
    values.forEach(query::bind);
    return searchText.isEmpty() ? query : query.bind("wanted", searchText);
  }
}
