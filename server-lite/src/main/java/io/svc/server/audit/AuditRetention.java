package io.svc.server.audit;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Lets go of the oldest entries of audit logs. Where a chain begins then stays known, with the hash
 * that its first entry goes on from, so that what is left can be checked as before.
 */
public final class AuditRetention {
  private static final int REMOVED_AT_ONCE = 5_000;

  private final Database database;

  public AuditRetention(Database database) {
    this.database = database;
  }

  /**
   * Removes what is older than its tenant keeps it. The last entry of a chain stays, however old.
   *
   * @param keeping how long a tenant keeps entries; empty for a chain of which nothing goes
   * @return how many went
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
                        .map(kept -> pruneSome(tx, org, now.minus(kept)))
                        .orElse(0));
        removed += step;
      } while (step > 0);
    }
    return removed;
  }

  private static int pruneSome(Tx tx, OrgId org, Instant before) {
    AuditStore store = tx.on(AuditStore.class);
    long gone = store.erased(org).map(AuditStore.Head::seq).orElse(0L);
    long end = store.head(org, "").map(AuditStore.Head::seq).orElse(0L);
    long most = Math.min(gone + REMOVED_AT_ONCE, end - 1);
    Optional<AuditStore.Head> last = store.lastBefore(org, gone, most, before);
    if (last.isEmpty()) {
      return 0;
    }
    // The triggers let only that go which this tells of.
    store.erase(org, last.get().seq(), last.get().hash(), tx.now());
    store.removeCheckpoints(org, last.get().seq());
    return store.deleteErased(org, last.get().seq());
  }
}
