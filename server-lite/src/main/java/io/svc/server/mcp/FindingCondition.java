package io.svc.server.mcp;

import io.svc.server.db.LatestRows;
import io.svc.server.db.ListColumns;
import io.svc.server.db.OrgId;
import io.svc.server.db.SearchText;
import io.svc.server.db.Trigrams;
import io.svc.server.db.Tx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.jdbi.v3.core.statement.Query;

/** The condition of a list query, always for one tenant. */
final class FindingCondition {
  /** The limit of totals; larger totals are reported as a minimum. */
  static final int MAX_COUNTED = 1_000;

  private static final String LATEST =
      "SELECT server_id FROM mcp_server WHERE org_id = :org ORDER BY server_id DESC LIMIT 500";

  private final StringBuilder conditions = new StringBuilder("org_id = :org");
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final Map<String, List<String>> lists = new LinkedHashMap<>();
  private final OrgId org;
  private Optional<Trigrams> trigrams = Optional.empty();
  private boolean isSearch;

  /** The total, or its minimum. */
  record Total(long count, boolean isMinimum) {}

  FindingCondition(OrgId org) {
    this.org = org;
  }

  /** Restricts a column to some values; no values mean no restriction. */
  FindingCondition in(String column, List<String> values) {
    if (!values.isEmpty()) {
      lists.put(column, List.copyOf(values));
    }
    return this;
  }

  /** Restricts a column to a value. */
  FindingCondition is(String column, String value) {
    conditions.append(" AND ").append(column).append(" = :").append(column);
    texts.put(column, value);
    return this;
  }

  /** Restricts to servers with a review state; removed servers do not wait for a review. */
  FindingCondition reviewed(ServerReviewState state) {
    if (state == ServerReviewState.UNREVIEWED) {
      conditions.append(" AND lifecycle_state <> 'removed'");
    }
    return is("review_state", state.toString());
  }

  /** Restricts to rows whose {@code search} column contains a text, ignoring case. */
  FindingCondition contains(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    conditions.append(" AND <contains>");
    // Stored texts have no NUL, and PostgreSQL rejects it in a comparison.
    if (lower.indexOf('\0') >= 0) {
      conditions.append(" AND FALSE");
      lower = "";
    }
    texts.put("wanted", lower);
    isSearch = true;
    trigrams = Optional.of(new Trigrams(lower)).filter(found -> !found.isEmpty());
    return this;
  }

  /** Returns true when the condition contains a text. */
  boolean isSearch() {
    return isSearch;
  }

  /** Returns true when the text is long enough for an index. */
  boolean isIndexed() {
    return trigrams.isPresent();
  }

  /** Returns true when there is any restriction. */
  boolean isNarrowed() {
    return !texts.isEmpty() || !lists.isEmpty();
  }

  /** Returns the number of rows, up to the limit. */
  Total count(Tx tx, String table) {
    return count(tx, table, "");
  }

  private Total count(Tx tx, String table, String further) {
    Query query =
        bind(
            tx,
            "SELECT count(*) FROM (SELECT 1 FROM "
                + table
                + " WHERE "
                + all()
                + further
                + " LIMIT "
                + (MAX_COUNTED + 1)
                + ") counted");
    lists.forEach(query::bindList);
    long count = query.mapTo(Long.class).one();
    return new Total(Math.min(count, MAX_COUNTED), count > MAX_COUNTED);
  }

  private String all() {
    StringBuilder all = new StringBuilder(conditions);
    for (String column : lists.keySet()) {
      all.append(" AND ").append(column).append(" IN (<").append(column).append(">)");
    }
    return all.toString();
  }

  /**
   * Returns a query for the matches among findings that a statement of their numbers selects,
   * latest first.
   */
  Query matchesOf(Tx tx, String columns, String numbers, long seq, int limit) {
    Query query =
        bind(
            tx,
            "SELECT "
                + columns
                + " FROM mcp_finding WHERE "
                + all()
                + " AND seq IN ("
                + numbers
                + ") ORDER BY seq DESC LIMIT :limit");
    lists.forEach(query::bindList);
    return query.bind("seq", seq).bind("limit", limit);
  }

  /**
   * Returns a query for the number of findings among those, {@code looked}, and the number of
   * matches, {@code found}.
   */
  Query counted(Tx tx, String numbers, long seq) {
    Query query =
        bind(
            tx,
            "SELECT count(*) AS looked, COALESCE(sum(CASE WHEN "
                + all()
                + " THEN 1 ELSE 0 END), 0) AS found FROM mcp_finding WHERE org_id = :org"
                + " AND seq IN ("
                + numbers
                + ")");
    lists.forEach(query::bindList);
    return query.bind("seq", seq);
  }

  /** Returns a query of the tenant that only has the text condition. */
  Query search(Tx tx, String sql, long seq) {
    Query query = tx.handle().createQuery(sql).bind("org", org).bind("seq", seq);
    trigrams.ifPresent(found -> found.bind(tx, org, sql, query));
    return query;
  }

  /**
   * Returns the rows before a number, latest first. Each combination of listed values is a separate
   * part of the query that an index returns in order; IN would sort all rows for one page.
   */
  Query before(Tx tx, String columns, String table, long seq, int limit) {
    List<String> parts = List.of(conditions + " AND seq < :seq");
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

  /** Returns the rows in a requested order. */
  <T> LatestRows<T> rows(Tx tx, String table, ListColumns columns, Class<T> type) {
    LatestRows<T> rows = new LatestRows<>(tx, org, table, columns, type);
    rows.where(conditions.toString().replace(" AND <contains>", ""), Map.of());
    texts.forEach(
        (name, value) -> {
          if (name.equals("wanted")) {
            rows.containing(value);
          } else {
            rows.where("TRUE", Map.of(name, value));
          }
        });
    lists.forEach(rows::in);
    return rows;
  }

  /** Returns a page of servers at an offset, latest found first. */
  List<ServerStore.Row> servers(Tx tx, int limit, int offset) {
    if (trigrams.isEmpty()) {
      return servers(tx, searched(tx), limit, offset);
    }
    // A scan finds common texts soon; the index finds rare ones.
    if (offset == 0) {
      List<ServerStore.Row> latest = servers(tx, " AND server_id IN (" + LATEST + ")", limit, 0);
      if (latest.size() == limit) {
        return latest;
      }
    }
    return servers(tx, searched(tx), limit, offset);
  }

  /** Counts servers; a minimum when there are more than a search scans. */
  Total countServers(Tx tx) {
    Total total = count(tx, "mcp_server", searched(tx));
    return new Total(total.count(), total.isMinimum() || (isSearch && isMoreThanSearched(tx)));
  }

  /** Returns the servers that a text search scans. */
  private String searched(Tx tx) {
    if (!isSearch) {
      return "";
    }
    return isIndexed()
        ? " AND " + Trigrams.condition(tx, "mcp_server", "server_id")
        : SearchText.latest("mcp_server", "server_id");
  }

  private boolean isMoreThanSearched(Tx tx) {
    int more = SearchText.MAX_SCANNED + 1;
    String sql =
        isIndexed()
            ? Trigrams.count(tx, "mcp_server", more)
            : "SELECT count(*) FROM (SELECT 1 FROM mcp_server WHERE org_id = :org LIMIT "
                + more
                + ") counted";
    return search(tx, sql, 0).mapTo(Integer.class).one() == more;
  }

  private List<ServerStore.Row> servers(Tx tx, String further, int limit, int offset) {
    return bind(
            tx,
            "SELECT * FROM mcp_server WHERE "
                + conditions
                + further
                + " ORDER BY server_id DESC LIMIT :limit OFFSET :offset")
        .bind("limit", limit)
        .bind("offset", offset)
        .mapTo(ServerStore.Row.class)
        .list();
  }

  private Query bind(Tx tx, String sql) {
    Query query = tx.handle().createQuery(sql).bind("org", org);
    texts.forEach(query::bind);
    trigrams.ifPresent(found -> found.bind(tx, org, sql, query));
    return query;
  }
}
