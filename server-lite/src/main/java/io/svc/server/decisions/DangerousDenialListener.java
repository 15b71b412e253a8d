package io.svc.server.decisions;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.List;

/** Is told of refusals inside the transaction that puts them on record. */
@FunctionalInterface
public interface DangerousDenialListener {
  /** Something dangerous was refused; there is at least one. Callers wait for this. */
  void refused(Tx tx, OrgId org, List<DangerousDenial> refusals);

  /** Rules could not be evaluated within the budget of a decision; there is at least one. */
  default void overBudget(Tx tx, OrgId org, List<BudgetExcess> excesses) {}

  /** Decisions of a tenant, whatever they are, are recorded by this transaction. */
  default void recorded(Tx tx, OrgId org) {}
}
