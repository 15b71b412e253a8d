package io.svc.server.db;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jdbi.v3.core.statement.Query;

/** The rows of a tenant that match conditions and a search text, latest first. */
public final class LatestRows<T> {
  private final Tx tx;
  private final String table;
  private final String key;
  private final Class<T> type;
  private final Function<T, String> id;
  private final StringBuilder where = new StringBuilder("org_id = :org");
  private final Map<String, Object> values = new LinkedHashMap<>();
  private String wanted = "";

  /**
   * A page of rows.
   *
   * @param next the identifier after which the next page begins; empty on the last page
   * @param totalIsMinimum whether there are more rows than were counted
   */
  public record Page<T>(List<T> rows, Optional<String> next, long total, boolean totalIsMinimum) {
    public Page {
      rows = List.copyOf(rows);
    }
  }

  /**
   * @param key the column of the identifier, which orders rows by age
   * @param id returns the identifier of a row
   */
  public LatestRows(
      Tx tx, OrgId org, String table, String key, Class<T> type, Function<T, String> id) {
    this.tx = tx;
    this.table = table;
    this.key = key;
    this.type = type;
    this.id = id;
    values.put("org", org);
  }

  /** Selects the rows whose column has a value; no value selects all rows. */
  public LatestRows<T> is(String column, Optional<?> value) {
    value.ifPresent(wanted -> where(column + " = :" + column, Map.of(column, wanted)));
    return this;
  }

  /** Selects the rows that meet a condition over named values. */
  public LatestRows<T> where(String condition, Map<String, ?> named) {
    where.append(" AND ").append(condition);
    values.putAll(named);
    return this;
  }

  /** Selects the rows that contain a text; only the latest rows are searched. */
  public LatestRows<T> containing(String text) {
    wanted = SearchText.wanted(text);
    return this;
  }

  /**
   * Reads a page.
   *
   * @param before the identifier from the page before, or empty for the first page
   * @param mostCounted the number up to which rows are counted
   */
  public Page<T> page(Optional<String> before, int offset, int size, int mostCounted) {
    List<T> found = list(before, offset, size + 1);
    boolean isCut = found.size() > size;
    List<T> rows = isCut ? found.subList(0, size) : found;
    String counted = "SELECT 1 FROM " + matching() + " LIMIT " + (mostCounted + 1);
    long count = bound("SELECT count(*) FROM (" + counted + ") counted").mapTo(Long.class).one();
    return new Page<>(
        rows,
        isCut ? Optional.of(id.apply(rows.get(size - 1))) : Optional.empty(),
        Math.min(count, mostCounted),
        count > mostCounted);
  }

  /** Reads the latest rows without counting. */
  public List<T> list(int limit) {
    return list(Optional.empty(), 0, limit);
  }

  private List<T> list(Optional<String> before, int offset, int limit) {
    String further = before.isPresent() ? " WHERE " + key + " < :before" : "";
    Query query =
        bound(
            "SELECT * FROM "
                + matching()
                + further
                + " ORDER BY "
                + key
                + " DESC LIMIT :limit OFFSET :offset");
    before.ifPresent(place -> query.bind("before", place));
    return query.bind("limit", limit).bind("offset", offset).mapTo(type).list();
  }

  private String matching() {
    String all = "SELECT * FROM " + table + " WHERE " + where;
    String latest = " ORDER BY " + key + " DESC LIMIT " + SearchText.MOST_LOOKED_AT;
    return wanted.isEmpty()
        ? "(" + all + ") matching"
        : "(SELECT * FROM (" + all + latest + ") latest WHERE <contains>) matching";
  }

  private Query bound(String sql) {
    Query query = tx.handle().createQuery(sql);
    values.forEach(query::bind);
    return wanted.isEmpty() ? query : query.bind("wanted", wanted);
  }
}
