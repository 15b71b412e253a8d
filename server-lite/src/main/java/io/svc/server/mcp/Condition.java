package io.svc.server.mcp;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.jdbi.v3.core.statement.Query;

/** The condition of a list, put together of what was asked for. Always of one tenant. */
final class Condition {
  /** Beyond so many, a list tells that there are at least so many. */
  static final int MOST_COUNTED = 10_000;

  private final StringBuilder where = new StringBuilder("org_id = :org");
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final Map<String, List<String>> lists = new LinkedHashMap<>();
  private final OrgId org;

  /** How many there are, or at least are. */
  record Total(long count, boolean isMinimum) {}

  Condition(OrgId org) {
    this.org = org;
  }

  /** A column has one of some values; without any, it may have every value. */
  Condition in(String column, List<String> values) {
    if (!values.isEmpty()) {
      lists.put(column, List.copyOf(values));
    }
    return this;
  }

  /** A column has a value. */
  Condition is(String column, String value) {
    where.append(" AND ").append(column).append(" = :").append(column);
    texts.put(column, value);
    return this;
  }

  /** The column {@code search} contains a text, in any case. */
  Condition contains(String text) {
    where.append(" AND search LIKE :pattern ESCAPE '!'");
    texts.put(
        "pattern",
        "%"
            + text.toLowerCase(Locale.ROOT).replace("!", "!!").replace("%", "!%").replace("_", "!_")
            + "%");
    return this;
  }

  /** Whether anything was asked for. */
  boolean isNarrowed() {
    return !texts.isEmpty() || !lists.isEmpty();
  }

  /** How many rows there are, counted no further than is worth it. */
  Total count(Tx tx, String table) {
    StringBuilder all = new StringBuilder(where);
    for (String column : lists.keySet()) {
      all.append(" AND ").append(column).append(" IN (<").append(column).append(">)");
    }
    Query query =
        bind(
            tx,
            "SELECT count(*) FROM (SELECT 1 FROM "
                + table
                + " WHERE "
                + all
                + " LIMIT "
                + (MOST_COUNTED + 1)
                + ") counted");
    lists.forEach(query::bindList);
    long count = query.mapTo(Long.class).one();
    return new Total(Math.min(count, MOST_COUNTED), count > MOST_COUNTED);
  }

  /**
   * The rows behind a number, latest first. Each combination of listed values is a part of its own,
   * which an index gives in order; with IN, all rows there are would be sorted for one page.
   */
  Query before(Tx tx, String columns, String table, long seq, int limit) {
    List<String> parts = List.of(where + " AND seq < :seq");
    int number = 0;
    Map<String, String> values = new LinkedHashMap<>();
    for (Map.Entry<String, List<String>> list : lists.entrySet()) {
      List<String> longer = new ArrayList<>();
      for (String value : list.getValue()) {
        String name = "value" + number++;
        values.put(name, value);
        for (String part : parts) {
          longer.add(part + " AND " + list.getKey() + " = :" + name);
        }
      }
      parts = longer;
    }
    StringJoiner union = new StringJoiner(" UNION ALL ");
    for (int i = 0; i < parts.size(); i++) {
      union.add(
          "SELECT * FROM (SELECT "
              + columns
              + " FROM "
              + table
              + " WHERE "
              + parts.get(i)
              + " ORDER BY seq DESC LIMIT :limit) part"
              + i);
    }
    Query query =
        bind(tx, union + " ORDER BY seq DESC LIMIT :limit").bind("seq", seq).bind("limit", limit);
    values.forEach(query::bind);
    return query;
  }

  /** The rows behind an offset, in an order. */
  Query page(Tx tx, String table, String order, int limit, int offset) {
    return bind(
            tx,
            "SELECT * FROM "
                + table
                + " WHERE "
                + where
                + " ORDER BY "
                + order
                + " LIMIT :limit OFFSET :offset")
        .bind("limit", limit)
        .bind("offset", offset);
  }

  private Query bind(Tx tx, String sql) {
    Query query = tx.handle().createQuery(sql).bind("org", org);
    texts.forEach(query::bind);
    return query;
  }
}
