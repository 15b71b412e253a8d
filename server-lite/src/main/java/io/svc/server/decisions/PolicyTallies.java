package io.svc.server.decisions;

import io.svc.server.db.Batch;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.policies.Stage;
import io.svc.server.policies.dsl.Effect;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Policy statistics, counted when decisions are recorded. Evaluations are counted for sets of
 * policies, so that the cost of a decision does not depend on the number of policies; only policies
 * with a result are counted individually.
 */
final class PolicyTallies {
  private final Map<String, SetTally> sets = new LinkedHashMap<>();
  private final Map<String, PolicyTally> policies = new TreeMap<>();

  private PolicyTallies() {}

  private static final class SetTally {
    private final PolicySnapshot snapshot;
    private final PolicySnapshot.Group set;
    private long evaluations;

    SetTally(PolicySnapshot snapshot, PolicySnapshot.Group set) {
      this.snapshot = snapshot;
      this.set = set;
    }
  }

  private static final class PolicyTally {
    private long wouldDeny;
    private long denied;
    private boolean isMatched;

    void add(Verdict.PolicyResult match) {
      isMatched |= !match.outcome().matches().isEmpty();
      if (match.outcome().effect() == Effect.DENY) {
        if (match.member().mode() == Stage.ENFORCE) {
          denied++;
        } else {
          wouldDeny++;
        }
      }
    }
  }

  /** Counts decisions in the transaction that records them. */
  static void count(Tx tx, OrgId org, List<PendingDecision> all) {
    PolicyTallies tallies = new PolicyTallies();
    all.forEach(tallies::add);
    tallies.store(tx, org);
  }

  private void add(PendingDecision decision) {
    PolicySnapshot.Group set = decision.snapshot().groupOf(decision.agent().id());
    sets.computeIfAbsent(set.id(), id -> new SetTally(decision.snapshot(), set)).evaluations++;
    for (Verdict.PolicyResult match : decision.verdict().said()) {
      if (!match.member().isCandidate()) {
        policies.computeIfAbsent(match.member().policyId(), id -> new PolicyTally()).add(match);
      }
    }
  }

  private void store(Tx tx, OrgId org) {
    long hour = tx.now().toEpochMilli() / DecisionStats.HOUR_MILLIS;
    try (Batch evaluations = tx.batch(PolicyHourStore.ADD_TO_SET);
        Batch results = tx.batch(PolicyHourStore.ADD)) {
      sets.forEach(
          (id, tally) -> {
            if (!tally.snapshot.isStored(id)) {
              tx.on(DecisionStore.class).insertSet(org, id, tally.set.json());
              tx.afterCommit(() -> tally.snapshot.stored(id));
            }
            evaluations.row(org.value(), id, hour, tally.evaluations);
          });
      policies.forEach(
          (policyId, tally) ->
              results.row(
                  org.value(),
                  policyId,
                  hour,
                  tally.wouldDeny,
                  tally.denied,
                  tally.isMatched ? Optional.of(tx.now().toEpochMilli()) : Optional.empty()));
      evaluations.run();
      results.run();
    }
  }
}
