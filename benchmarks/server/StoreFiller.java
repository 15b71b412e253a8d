package server;

import io.svc.server.db.Database;
import java.nio.file.Path;
import java.time.Clock;

/**
 * Fills the store of a server that is stopped. The entries are copies of a real one, under numbers
 * of their own: as long as real ones and found as those are, but no chain, which listings do not look
 * at and a million hashes would take long to make.
 */
final class StoreFiller {
  private static final int AT_ONCE = 50_000;

  private static final String ENTRIES =
      """
      INSERT INTO audit_entry (org_id, seq, category, category_seq, at, entry, hash)
      WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < :count)
      SELECT e.org_id, :seq + n, 'mcp', :categorySeq + n, e.at, e.entry, e.hash
      FROM number JOIN audit_entry e ON e.org_id = :org AND e.seq = :seq
      """;

  private static final String HEAD =
      """
      INSERT INTO audit_head (org_id, category, seq, hash) VALUES (:org, :category, :count, '')
      ON CONFLICT (org_id, category) DO UPDATE SET seq = audit_head.seq + :count
      """;

  private StoreFiller() {}

  /** Adds entries to a tenant's audit log, until it has as many as are wanted. */
  static void addAuditEntries(Path data, String org, long wanted) {
    try (Database database = Database.sqlite(data.resolve("app.db"), 2, Clock.systemUTC())) {
      boolean isMore = true;
      while (isMore) {
        isMore = database.write(tx -> addSome(new Step(tx, org), wanted));
      }
    }
  }

  private static boolean addSome(Step step, long wanted) {
    long seq = step.last("");
    long count = Math.min(AT_ONCE, wanted - seq);
    if (count <= 0) {
      return false;
    }
    step.tx()
        .handle()
        .createUpdate(ENTRIES)
        .bind("org", step.org())
        .bind("seq", seq)
        .bind("categorySeq", step.last("mcp"))
        .bind("count", count)
        .execute();
    step.advance("", count);
    step.advance("mcp", count);
    return true;
  }

  private record Step(io.svc.server.db.Tx tx, String org) {
    long last(String category) {
      return tx.handle()
          .createQuery("SELECT seq FROM audit_head WHERE org_id = ? AND category = ?")
          .bind(0, org)
          .bind(1, category)
          .mapTo(Long.class)
          .findOne()
          .orElse(0L);
    }

    void advance(String category, long count) {
      tx.handle()
          .createUpdate(HEAD)
          .bind("org", org)
          .bind("category", category)
          .bind("count", count)
          .execute();
    }
  }
}
