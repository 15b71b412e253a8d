package io.svc.server.tenants;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/**
 * The revision of what decides for a tenant: its policies, their stages and assignments, the state
 * of its agents. Whoever changes something of it raises it in the same transaction; whoever decides
 * checks, in the transaction that records the decision, that it is still the one that he read.
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

    @SqlQuery("SELECT revision FROM governance WHERE org_id = :org")
    Optional<Long> revision(OrgId org);
  }

  /** Something that could change a decision is changed by this transaction. */
  public static void changed(Tx tx, OrgId org) {
    tx.on(RevisionStore.class).raise(org);
  }

  /** Nobody else raises it, or does what must not come between, until the transaction is over. */
  public static void hold(Tx tx, OrgId org) {
    tx.on(RevisionStore.class).hold(org);
  }

  /** The revision; 0 before the first change. */
  public static long current(Tx tx, OrgId org) {
    return tx.on(RevisionStore.class).revision(org).orElse(0L);
  }

  /** Removes what is known of a tenant that is gone; tells how many rows. */
  public static long removeAll(Tx tx, OrgId org) {
    return tx.removeAll(org, "governance");
  }
}
