package io.svc.server.rollout;

import io.svc.server.decisions.ConsultedPolicy;
import io.svc.server.decisions.RecordedDecision;
import io.svc.server.json.Json;
import io.svc.server.policies.dsl.CompiledPolicy;
import io.svc.server.policies.dsl.DecisionBudget;
import io.svc.server.policies.dsl.Facts;
import io.svc.server.policies.dsl.PolicyOutcome;
import io.svc.server.policies.dsl.RuleSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** Decisions of a session as they come out of the record: by way of its JSON, without silence. */
final class RecordedSession {
  static final String POLICY = "pol_1";

  private final CompiledPolicy observed;
  private final List<RecordedDecision> decisions = new ArrayList<>();

  RecordedSession(CompiledPolicy observed) {
    this.observed = observed;
  }

  /** What the observed policy said, as its first version. */
  RecordedSession with(Facts facts) {
    Facts stored = Facts.fromJson(Json.readStored(Json.text(facts.toJson())));
    return add(facts, Optional.of(stored), "", 1, false);
  }

  /** The same, without what it could be decided again of. */
  RecordedSession without(Facts facts, String reason) {
    return add(facts, Optional.empty(), reason, 1, false);
  }

  /** What another version said. */
  RecordedSession ofVersion(long version, boolean candidate, Facts facts) {
    return add(facts, Optional.of(facts), "", version, candidate);
  }

  private RecordedSession add(
      Facts facts, Optional<Facts> stored, String reason, long version, boolean candidate) {
    BitSet all = new BitSet();
    all.set(0);
    List<RecordedDecision.PolicyResult> outcomes = new ArrayList<>();
    for (RuleSet.PolicyResult answer :
        RuleSet.of(List.of(observed))
            .outcomes(facts, all, new BitSet(), DecisionBudget.repeatable())) {
      outcomes.add(
          new RecordedDecision.PolicyResult(
              POLICY,
              version,
              candidate,
              PolicyOutcome.fromJson(Json.readStored(Json.text(answer.outcome().toJson())))));
    }
    decisions.add(
        new RecordedDecision(
            "dec_" + decisions.size(),
            "agt_1",
            "ses_1",
            facts.tool(),
            facts.now(),
            List.of(new ConsultedPolicy(POLICY, version, "observe", candidate)),
            stored,
            reason,
            outcomes));
    return this;
  }

  List<RecordedDecision> decisions() {
    return List.copyOf(decisions);
  }
}
