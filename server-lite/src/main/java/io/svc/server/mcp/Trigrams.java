package io.svc.server.mcp;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.db.Vendor;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.statement.Query;

/**
 * The trigrams of a text that is looked for. Whatever has the text in it has all of them, and is
 * found by them without looking at what has not; the text itself is compared behind that. SQLite
 * has an index for this (FTS5), and PostgreSQL one over arrays.
 */
final class Trigrams {
  private static final int LENGTH = 3;

  /** Where the numbers of a tenant's rows begin in SQLite's index. */
  private static final String STRETCH =
      "(SELECT stretch * 1099511627776 FROM search_stretch WHERE org_id = :org)";

  private static final String ON_POSTGRESQL =
      "search_trigrams(org_id, search) @> CAST(:trigrams AS TEXT[])";

  /** So many say where to look; more only take time. */
  private static final int MOST = 64;

  private final Set<String> trigrams = new LinkedHashSet<>();

  Trigrams(String text) {
    // Of code points, as both stores count them.
    int[] signs = text.codePoints().toArray();
    for (int i = 0; i + LENGTH <= signs.length && trigrams.size() < MOST; i++) {
      trigrams.add(new String(signs, i, LENGTH));
    }
  }

  /** Whether the text is too short to have any. */
  boolean isEmpty() {
    return trigrams.isEmpty();
  }

  /** Servers that may have the text in them, as a condition. */
  static String servers(Tx tx) {
    if (tx.vendor() == Vendor.POSTGRESQL) {
      return ON_POSTGRESQL;
    }
    return "server_id IN (SELECT n.server_id FROM mcp_server_trigram"
        + " CROSS JOIN mcp_server_number n ON n.number = mcp_server_trigram.rowid"
        + " WHERE mcp_server_trigram MATCH :trigrams AND mcp_server_trigram.rowid > "
        + STRETCH
        + " AND mcp_server_trigram.rowid < "
        + STRETCH
        + " + 1099511627776)";
  }

  /** The numbers of findings before {@code :seq} that may have it, latest first. */
  static String findings(Tx tx, int most) {
    if (tx.vendor() == Vendor.POSTGRESQL) {
      return "SELECT seq FROM mcp_finding WHERE org_id = :org AND seq < :seq AND "
          + ON_POSTGRESQL
          + " ORDER BY seq DESC LIMIT "
          + most;
    }
    return "SELECT rowid - "
        + STRETCH
        + " AS seq FROM mcp_finding_trigram"
        + " WHERE mcp_finding_trigram MATCH :trigrams AND rowid > "
        + STRETCH
        + " AND rowid < "
        + STRETCH
        + " + :seq ORDER BY rowid DESC LIMIT "
        + most;
  }

  /** Gives a statement what those name, if it has one of them, besides the tenant. */
  void bind(Tx tx, OrgId org, String sql, Query query) {
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
