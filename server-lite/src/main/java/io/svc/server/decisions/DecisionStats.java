package io.svc.server.decisions;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.policies.PolicyStats;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Policy statistics of the last day, counted when decisions are recorded. */
public final class DecisionStats implements PolicyStats {
  static final long HOUR_MILLIS = 3_600_000;
  private static final int HOURS = 24;

  @Override
  public Map<String, Statistics> of(Tx tx, OrgId org, List<String> policyIds) {
    Map<String, Statistics> figures = new HashMap<>();
    if (policyIds.isEmpty()) {
      return figures;
    }
    long from = tx.now().toEpochMilli() / HOUR_MILLIS - HOURS + 1;
    PolicyHourStore store = tx.on(PolicyHourStore.class);
    Map<String, Long> evaluations = new HashMap<>();
    for (PolicyHourStore.EvaluationCount set : store.evaluated(org, from)) {
      RecordedDecisions.members(set.members()).stream()
          .filter(member -> !member.candidate())
          .forEach(member -> evaluations.merge(member.policyId(), set.evaluations(), Long::sum));
    }
    for (String policyId : policyIds) {
      if (evaluations.containsKey(policyId)) {
        figures.put(policyId, new Statistics(evaluations.get(policyId), 0, 0, Optional.empty()));
      }
    }
    for (PolicyHourStore.PolicyTotals sum : store.sums(org, policyIds, from)) {
      figures.put(
          sum.policyId(),
          new Statistics(
              evaluations.getOrDefault(sum.policyId(), 0L),
              sum.wouldDeny(),
              sum.denied(),
              sum.lastMatchedAt()));
    }
    return figures;
  }
}
