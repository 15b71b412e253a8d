package io.svc.server.db;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.statement.Query;

/**
 * The trigrams of a search text. Every text that contains it has all of its trigrams, and the index
 * finds these candidates; the text itself is then compared. SQLite has an index for this (FTS5),
 * and PostgreSQL one over arrays.
 *
 * <p>A searchable table has its text in the column {@code search}. In SQLite it also has the tables
 * {@code …_trigram} and {@code …_number}, which triggers fill.
 */
public final class Trigrams {
  private static final int LENGTH = 3;

  /** The first number of a tenant's rows in SQLite's index. */
  private static final String FIRST_NUMBER =
      "(SELECT stretch * 1099511627776 FROM search_stretch WHERE org_id = :org)";

  private static final String ON_POSTGRESQL =
      "search_trigrams(org_id, search) @> CAST(:trigrams AS TEXT[])";

  /** Enough to be selective; more trigrams only take time. */
  private static final int MAX = 64;

  private final Set<String> trigrams = new LinkedHashSet<>();

  /**
   * Returns the trigrams of a text.
   *
   * @param text in lower case, like the searched text
   */
  public Trigrams(String text) {
    // Code points, because both databases build trigrams from them.
    int[] signs = text.codePoints().toArray();
    for (int i = 0; i + LENGTH <= signs.length && trigrams.size() < MAX; i++) {
      trigrams.add(new String(signs, i, LENGTH));
    }
  }

  /** Returns whether the text is too short for a trigram. */
  public boolean isEmpty() {
    return trigrams.isEmpty();
  }

  /**
   * Returns a condition for rows that may contain the text, limited to the latest {@value
   * SearchText#MAX_SCANNED}.
   *
   * @param table such as {@code mcp_server}
   * @param key the column that identifies a row of a tenant
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
          + SearchText.MAX_SCANNED
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
        + SearchText.MAX_SCANNED
        + ")";
  }

  /** Returns a statement that counts the rows that may contain the text, up to a limit. */
  public static String count(Tx tx, String table, int limit) {
    String rows =
        tx.vendor() == Vendor.POSTGRESQL
            ? " FROM " + table + " WHERE org_id = :org AND " + ON_POSTGRESQL
            : found(table, "");
    return "SELECT count(*) FROM (SELECT 1" + rows + " LIMIT " + limit + ") counted";
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
        + FIRST_NUMBER
        + " AND "
        + index
        + ".rowid < "
        + FIRST_NUMBER
        + " + 1099511627776";
  }

  /**
   * Returns a statement for the numbers before {@code :seq} of rows that may contain the text,
   * latest first, of a table with a numeric key.
   */
  public static String numbers(Tx tx, String table, int limit) {
    if (tx.vendor() == Vendor.POSTGRESQL) {
      return "SELECT seq FROM "
          + table
          + " WHERE org_id = :org AND seq < :seq AND "
          + ON_POSTGRESQL
          + " ORDER BY seq DESC LIMIT "
          + limit;
    }
    return "SELECT rowid - "
        + FIRST_NUMBER
        + " AS seq FROM "
        + table
        + "_trigram WHERE "
        + table
        + "_trigram MATCH :trigrams AND rowid > "
        + FIRST_NUMBER
        + " AND rowid < "
        + FIRST_NUMBER
        + " + :seq ORDER BY rowid DESC LIMIT "
        + limit;
  }

  /** Binds the trigrams to a statement that contains one of these fragments, and the tenant. */
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
