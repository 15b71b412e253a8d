package io.svc.server.decisions;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.List;

/** Receives denials inside the transaction that records them. */
@FunctionalInterface
public interface DangerousDenialListener {
  /** Called with one or more dangerous denials. Callers of decisions wait for it. */
  void denied(Tx tx, OrgId org, List<DangerousDenial> refusals);

  /** Called with one or more rules that exceeded the evaluation budget. */
  default void overBudget(Tx tx, OrgId org, List<BudgetExcess> excesses) {}

  /** Called when a transaction records decisions of a tenant, regardless of their effect. */
  default void recorded(Tx tx, OrgId org) {}
}
