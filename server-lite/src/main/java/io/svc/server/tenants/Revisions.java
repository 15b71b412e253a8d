package io.svc.server.tenants;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/**
 * The revision of a tenant's decision inputs: its policies, their stages and assignments, the state
 * of its agents. A change of these increments it in the same transaction; a decision checks, in the
 * transaction that records it, that the revision has not changed since it was read.
 */
public final class Revisions {
  private Revisions() {}

  interface RevisionStore {
    @SqlUpdate(
        """
        INSERT INTO governance (org_id, revision, frozen, frozen_by, freeze_reason, disabled_by,
          disable_reason)
        VALUES (:org, 1, FALSE, '', '', '', '')
        ON CONFLICT (org_id) DO UPDATE SET revision = governance.revision + 1
        """)
    int raise(OrgId org);

    @SqlUpdate(
        """
        INSERT INTO governance (org_id, revision, frozen, frozen_by, freeze_reason, disabled_by,
          disable_reason)
        VALUES (:org, 0, FALSE, '', '', '', '')
        ON CONFLICT (org_id) DO UPDATE SET revision = governance.revision
        """)
    int hold(OrgId org);
  }

  /**
   * Increments the revision, because this transaction changes something that could affect a
   * decision.
   */
  public static void changed(Tx tx, OrgId org) {
    tx.on(RevisionStore.class).raise(org);
  }

  /**
   * Locks the revision until the end of the transaction, also for other work that must not run
   * concurrently.
   */
  public static void lock(Tx tx, OrgId org) {
    tx.on(RevisionStore.class).hold(org);
  }

  /** Returns the revision; 0 before the first change. */
  public static long current(Tx tx, OrgId org) {
    List<Long> revision =
        tx.rows(
            "SELECT revision FROM governance WHERE org_id = ?", row -> row.getLong(1), org.value());
    return revision.isEmpty() ? 0 : revision.get(0);
  }

  /** Deletes the revision of a deleted tenant; returns the number of rows. */
  public static long removeAll(Tx tx, OrgId org) {
    return tx.removeAll(org, "governance");
  }
}
