package io.svc.server.policies;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.policies.dsl.Inventory;

/** What each tenant has, so that a policy that names something else is noticed. */
@FunctionalInterface
public interface Inventories {
  /** What a tenant has now. */
  Inventory of(Tx tx, OrgId org);
}
