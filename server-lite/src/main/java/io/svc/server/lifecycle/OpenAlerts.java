package io.svc.server.lifecycle;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.List;
import java.util.Map;

/** Knows the alerts that nobody has dealt with. */
@FunctionalInterface
public interface OpenAlerts {
  /** How many critical ones there are about each; agents without any may be left out. */
  Map<String, Long> critical(Tx tx, OrgId org, List<String> agentIds);
}
