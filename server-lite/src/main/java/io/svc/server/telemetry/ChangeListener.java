package io.svc.server.telemetry;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;

/** Is told of changes on platforms, inside the transaction that takes the word of them in. */
@FunctionalInterface
public interface ChangeListener {
  /** Something was changed. */
  void changed(Tx tx, OrgId org, PlatformChange change);
}
