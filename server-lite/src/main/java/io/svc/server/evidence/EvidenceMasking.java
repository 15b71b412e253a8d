package io.svc.server.evidence;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.redaction.ContentMask;
import io.svc.server.redaction.TenantRedactions;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Masks records of earlier versions in batches of some hundred rows. A run that breaks off is
 * continued by the next one; records that are masked are not read again.
 */
public final class EvidenceMasking {
  private static final Logger LOG = LoggerFactory.getLogger(EvidenceMasking.class);
  private static final int ROWS_AT_ONCE = 200;

  private final Database database;
  private final Function<Tx, List<OrgId>> tenants;
  private final List<UnmaskedRecords> sources;
  private final TenantRedactions redactions = new TenantRedactions();

  /**
   * The masking of some kinds of records.
   *
   * @param tenants every tenant of the store
   */
  public EvidenceMasking(
      Database database, Function<Tx, List<OrgId>> tenants, List<UnmaskedRecords> sources) {
    this.database = database;
    this.tenants = tenants;
    this.sources = List.copyOf(sources);
  }

  /** Masks all that is left; of a tenant that fails, the others are masked all the same. */
  public void run() {
    for (OrgId org : database.read(tenants)) {
      try {
        run(org);
      } catch (RuntimeException e) {
        LOG.error("records of {} could not be masked; the next run tries again", org, e);
      }
    }
  }

  private void run(OrgId org) {
    ContentMask mask = database.read(tx -> redactions.of(tx, org)).mask();
    for (UnmaskedRecords source : sources) {
      while (source.mask(org, mask, ROWS_AT_ONCE) == ROWS_AT_ONCE) {
        // Each step is a transaction, between which others write.
      }
    }
  }
}
