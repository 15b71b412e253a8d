package io.svc.server.decisions;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;

/**
 * Knows which agents people rejected where they were discovered. Whoever changes that raises the
 * revision of the tenant.
 */
@FunctionalInterface
public interface RejectedAgents {
  boolean isRejected(Tx tx, OrgId org, String agentId);
}
