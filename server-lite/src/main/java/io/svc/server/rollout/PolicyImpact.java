package io.svc.server.rollout;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.decisions.RecordedDecision;
import io.svc.server.decisions.RecordedDecisions;
import io.svc.server.evidence.SealedOriginals;
import io.svc.server.policies.dsl.CompiledPolicy;
import io.svc.server.policies.dsl.DecisionBudget;
import io.svc.server.policies.dsl.Effect;
import io.svc.server.policies.dsl.PolicyOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The effect that a policy would have had on recent decisions.
 *
 * @param windowDays the number of days covered
 * @param calls number of decisions that were evaluated
 * @param notReplayable number of decisions in that time that could not be evaluated
 * @param isSample whether only the latest of them were used
 * @param agents number of affected agents
 * @param topTools the tools with the most affected calls
 */
record PolicyImpact(
    int windowDays,
    long calls,
    long notReplayable,
    boolean isSample,
    long wouldDeny,
    long wouldRequireApproval,
    long wouldRedact,
    long wouldWarn,
    long agents,
    List<Tool> topTools) {
  private static final int DAYS = 7;
  private static final int MAX = 5_000;
  private static final int TOP = 5;

  /** The total budget of an evaluation: three times a decision's budget. */
  private static final long UNITS = 3 * DecisionBudget.CONDITIONS;

  /** A tool and its number of calls. */
  record Tool(String tool, long count) {}

  /** Reads the decisions that a policy can be evaluated on. */
  static List<RecordedDecision> recent(Tx tx, OrgId org, SealedOriginals originals) {
    return RecordedDecisions.since(tx, org, originals, tx.now().minus(Duration.ofDays(DAYS)), MAX);
  }

  /**
   * Evaluates a policy on recent decisions, within the budget. Not for use in a transaction.
   *
   * @param appliesTo selects the agents that it applies to
   */
  static PolicyImpact of(
      List<RecordedDecision> recent, CompiledPolicy policy, Predicate<String> appliesTo) {
    Map<Effect, Long> effects = new HashMap<>();
    Map<String, Long> tools = new HashMap<>();
    Set<String> agents = new HashSet<>();
    long calls = 0;
    long remaining = 0;
    long units = UNITS;
    for (RecordedDecision decision : recent) {
      if (units <= 0) {
        break;
      }
      if (!appliesTo.test(decision.agentId())) {
        continue;
      }
      if (decision.facts().isEmpty()) {
        remaining++;
        continue;
      }
      calls++;
      DecisionBudget budget = DecisionBudget.repeatable();
      PolicyOutcome outcome = policy.evaluate(decision.facts().get(), budget);
      units -= budget.spent();
      effects.merge(outcome.effect(), 1L, Long::sum);
      if (outcome.effect() != Effect.ALLOW) {
        agents.add(decision.agentId());
        String tool = decision.tool().isEmpty() ? decision.facts().get().action() : decision.tool();
        tools.merge(tool, 1L, Long::sum);
      }
    }
    return new PolicyImpact(
        DAYS,
        calls,
        remaining,
        recent.size() == MAX || units <= 0,
        effects.getOrDefault(Effect.DENY, 0L),
        effects.getOrDefault(Effect.REQUIRE_APPROVAL, 0L),
        effects.getOrDefault(Effect.REDACT, 0L),
        effects.getOrDefault(Effect.WARN, 0L),
        agents.size(),
        top(tools));
  }

  private static List<Tool> top(Map<String, Long> tools) {
    List<Tool> all = new ArrayList<>();
    tools.forEach((tool, count) -> all.add(new Tool(tool, count)));
    all.sort(Comparator.comparingLong(Tool::count).reversed().thenComparing(Tool::tool));
    return all.size() > TOP ? List.copyOf(all.subList(0, TOP)) : List.copyOf(all);
  }
}
