package io.svc.server.audit;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Deletes the oldest entries of audit logs. The new start of a chain is recorded, with the hash
 * that its first entry refers to, so that the remaining entries can be verified as before.
 */
public final class AuditRetention {
  private static final int REMOVED_AT_ONCE = 5_000;

  private final Database database;

  public AuditRetention(Database database) {
    this.database = database;
  }

  /**
   * Deletes entries beyond the retention of their tenant. The last entry of a chain always stays.
   *
   * @param keeping the retention of a tenant; empty for a chain that is never deleted
   * @return the number of deleted entries
   */
  public int prune(Instant now, BiFunction<Tx, OrgId, Optional<Duration>> keeping) {
    int removed = 0;
    for (OrgId org : database.read(tx -> tx.on(AuditStore.class).chains())) {
      int step;
      do {
        step =
            database.write(
                tx ->
                    keeping
                        .apply(tx, org)
                        .map(retention -> pruneSome(tx, org, now.minus(retention)))
                        .orElse(0));
        removed += step;
      } while (step > 0);
    }
    return removed;
  }

  private static int pruneSome(Tx tx, OrgId org, Instant before) {
    AuditStore store = tx.on(AuditStore.class);
    long erasedUpTo = store.erased(org).map(AuditStore.ChainPosition::seq).orElse(0L);
    long end = store.head(org, "").map(AuditStore.ChainPosition::seq).orElse(0L);
    long lastSeq = Math.min(erasedUpTo + REMOVED_AT_ONCE, end - 1);
    Optional<AuditStore.ChainPosition> last = store.lastBefore(org, erasedUpTo, lastSeq, before);
    if (last.isEmpty()) {
      return 0;
    }
    // The triggers permit only deletions that this announces.
    store.erase(org, last.get().seq(), last.get().hash(), tx.now());
    store.removeCheckpoints(org, last.get().seq());
    return store.deleteErased(org, last.get().seq());
  }
}
