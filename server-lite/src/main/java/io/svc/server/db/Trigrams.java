package io.svc.server.db;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.statement.Query;

/**
 * The trigrams of a text that is looked for. Whatever has the text in it has all of them, and is
 * found by them without looking at what has not; the text itself is compared behind that. SQLite
 * has an index for this (FTS5), and PostgreSQL one over arrays.
 *
 * <p>A table that is searched so has its text in the column {@code search}, and in SQLite beside it
 * the tables {@code …_trigram} and {@code …_number}, which triggers fill.
 */
public final class Trigrams {
  private static final int LENGTH = 3;

  /** Where the numbers of a tenant's rows begin in SQLite's index. */
  private static final String STRETCH =
      "(SELECT stretch * 1099511627776 FROM search_stretch WHERE org_id = :org)";

  private static final String ON_POSTGRESQL =
      "search_trigrams(org_id, search) @> CAST(:trigrams AS TEXT[])";

  /** So many say where to look; more only take time. */
  private static final int MOST = 64;

  private final Set<String> trigrams = new LinkedHashSet<>();

  /**
   * The trigrams of a text.
   *
   * @param text in lower case, as what it is compared with
   */
  public Trigrams(String text) {
    // Of code points, as both stores count them.
    int[] signs = text.codePoints().toArray();
    for (int i = 0; i + LENGTH <= signs.length && trigrams.size() < MOST; i++) {
      trigrams.add(new String(signs, i, LENGTH));
    }
  }

  /** Whether the text is too short to have any. */
  public boolean isEmpty() {
    return trigrams.isEmpty();
  }

  /**
   * Rows of a table that may have the text in them, as a condition: of more than {@value
   * SearchText#MOST_LOOKED_AT}, the latest.
   *
   * @param table such as {@code mcp_server}
   * @param key its column that tells the rows of a tenant apart
   */
  public static String condition(Tx tx, String table, String key) {
    if (tx.vendor() == Vendor.POSTGRESQL) {
      return key
          + " IN (SELECT "
          + key
          + " FROM "
          + table
          + " WHERE org_id = :org AND "
          + ON_POSTGRESQL
          + " ORDER BY "
          + key
          + " DESC LIMIT "
          + SearchText.MOST_LOOKED_AT
          + ")";
    }
    return key
        + " IN (SELECT n."
        + key
        + found(
            table, " CROSS JOIN " + table + "_number n ON n.number = " + table + "_trigram.rowid")
        + " ORDER BY "
        + table
        + "_trigram.rowid DESC LIMIT "
        + SearchText.MOST_LOOKED_AT
        + ")";
  }

  /**
   * How many rows of a table may have the text in them, as a statement; no more are counted than is
   * worth it.
   */
  public static String count(Tx tx, String table, int most) {
    String rows =
        tx.vendor() == Vendor.POSTGRESQL
            ? " FROM " + table + " WHERE org_id = :org AND " + ON_POSTGRESQL
            : found(table, "");
    return "SELECT count(*) FROM (SELECT 1" + rows + " LIMIT " + most + ") counted";
  }

  private static String found(String table, String join) {
    String index = table + "_trigram";
    return " FROM "
        + index
        + join
        + " WHERE "
        + index
        + " MATCH :trigrams AND "
        + index
        + ".rowid > "
        + STRETCH
        + " AND "
        + index
        + ".rowid < "
        + STRETCH
        + " + 1099511627776";
  }

  /**
   * The numbers before {@code :seq} of rows that may have it, latest first, of a table whose rows
   * are numbered by themselves.
   */
  public static String numbers(Tx tx, String table, int most) {
    if (tx.vendor() == Vendor.POSTGRESQL) {
      return "SELECT seq FROM "
          + table
          + " WHERE org_id = :org AND seq < :seq AND "
          + ON_POSTGRESQL
          + " ORDER BY seq DESC LIMIT "
          + most;
    }
    return "SELECT rowid - "
        + STRETCH
        + " AS seq FROM "
        + table
        + "_trigram WHERE "
        + table
        + "_trigram MATCH :trigrams AND rowid > "
        + STRETCH
        + " AND rowid < "
        + STRETCH
        + " + :seq ORDER BY rowid DESC LIMIT "
        + most;
  }

  /** Gives a statement what those name, if it has one of them, besides the tenant. */
  public void bind(Tx tx, OrgId org, String sql, Query query) {
    if (!sql.contains(":trigrams")) {
      return;
    }
    if (tx.vendor() == Vendor.POSTGRESQL) {
      query.bindArray(
          "trigrams", String.class, trigrams.stream().map(part -> org.value() + part).toList());
      return;
    }
    query.bind(
        "trigrams",
        trigrams.stream()
            .map(part -> '"' + part.replace("\"", "\"\"") + '"')
            .collect(Collectors.joining(" ")));
  }
}
