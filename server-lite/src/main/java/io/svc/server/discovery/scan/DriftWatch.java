package io.svc.server.discovery.scan;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.discovery.Observed;

/** Looks at assets that are no longer as they were. */
@FunctionalInterface
public interface DriftWatch {
  /** How many findings there are about an asset that changed in this transaction. */
  int changed(Tx tx, OrgId org, Observed observed);
}
