package io.svc.server.decisions;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.policies.PolicyStats;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What came of policies within the last day, counted while decisions are put on record. */
public final class DecisionStats implements PolicyStats {
  static final long HOUR_MILLIS = 3_600_000;
  private static final int HOURS = 24;

  @Override
  public Map<String, Figures> of(Tx tx, OrgId org, List<String> policyIds) {
    Map<String, Figures> figures = new HashMap<>();
    if (policyIds.isEmpty()) {
      return figures;
    }
    long from = tx.now().toEpochMilli() / HOUR_MILLIS - HOURS + 1;
    for (PolicyHourStore.Sum sum : tx.on(PolicyHourStore.class).sums(org, policyIds, from)) {
      figures.put(
          sum.policyId(),
          new Figures(sum.evaluations(), sum.wouldDeny(), sum.denied(), sum.lastMatchedAt()));
    }
    return figures;
  }
}
