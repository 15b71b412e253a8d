package io.svc.server.mcp;

import io.svc.rules.Severity;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/**
 * Counts of inventory rows, stored separately. Each row contributes to counts according to its
 * state. Changes are collected and written together. For one transaction.
 */
final class InventoryCounts {
  static final String REPORTS = "reports";
  static final String SERVERS = "servers";
  static final String PRESENT = "servers.present";
  static final String DRIFTED = "servers.drifted";
  static final String UNREVIEWED = "servers.unreviewed";

  /** The number of the latest finding. */
  static final String FINDING_SEQ = "finding.seq";

  private static final String LOCK = "lock";

  private final Map<String, Long> changes = new TreeMap<>();

  /**
   * Locks the inventory of a tenant until the transaction ends. SQLite has only one writer;
   * PostgreSQL locks a row.
   */
  static void lock(Tx tx, OrgId org) {
    tx.on(CountStore.class).add(org, LOCK, 0);
  }

  /** Returns all counts of a tenant. */
  static Map<String, Long> read(Tx tx, OrgId org) {
    Map<String, Long> counts = new HashMap<>();
    for (CountStore.Row row : tx.on(CountStore.class).all(org)) {
      counts.put(row.name(), row.n());
    }
    return counts;
  }

  /** Returns the name of the count for a status and severity. */
  static String findings(FindingStatus status, Severity severity) {
    return "findings." + status + "." + severity;
  }

  void add(String name, long by) {
    changes.merge(name, by, Long::sum);
  }

  void add(InventoryServer server) {
    count(server, 1);
  }

  /** Removes the contribution of a row before it changes. */
  void remove(InventoryServer server) {
    count(server, -1);
  }

  private void count(InventoryServer server, int by) {
    add(SERVERS, by);
    if (server.lifecycleState() == InventoryServer.LifecycleState.REMOVED) {
      return;
    }
    add(PRESENT, by);
    if (!server.drift().isEmpty()) {
      add(DRIFTED, by);
    }
    if (server.reviewState() == ServerReviewState.UNREVIEWED) {
      add(UNREVIEWED, by);
    }
  }

  void remove(FindingStatus status, Severity severity) {
    add(findings(status, severity), -1);
  }

  /** Writes the collected changes. */
  void write(Tx tx, OrgId org) {
    CountStore store = tx.on(CountStore.class);
    changes.forEach(
        (name, by) -> {
          if (by != 0) {
            store.add(org, name, by);
          }
        });
    changes.clear();
  }

  /** SQL statements for counts. */
  interface CountStore {
    /** A count. */
    record Row(String name, long n) {}

    @SqlUpdate(
        """
        INSERT INTO mcp_count (org_id, name, n) VALUES (:org, :name, :by)
        ON CONFLICT (org_id, name) DO UPDATE SET n = mcp_count.n + excluded.n
        """)
    void add(OrgId org, String name, long by);

    @SqlQuery("SELECT name, n FROM mcp_count WHERE org_id = :org")
    List<Row> all(OrgId org);
  }
}
