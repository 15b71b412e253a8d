package io.svc.server.rollout;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.decisions.RecordedDecision;
import io.svc.server.decisions.RecordedDecisions;
import io.svc.server.policies.dsl.CompiledPolicy;
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
 * What a policy would have done to what was decided in the last days.
 *
 * @param windowDays how far back it looks
 * @param calls how many decisions it was tried on
 * @param notReplayable how many of the time it could not be tried on
 * @param isSample whether there were more, of which the latest were taken
 * @param agents of how many agents it would have stopped or changed something
 * @param topTools on what it would have done so most often
 */
record Impact(
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
  private static final int MOST = 5_000;
  private static final int TOP = 5;

  /** A tool, and how often. */
  record Tool(String tool, long count) {}

  /**
   * Tries a policy.
   *
   * @param holdsFor for which agents it holds
   */
  static Impact of(Tx tx, OrgId org, CompiledPolicy policy, Predicate<String> holdsFor) {
    Map<Effect, Long> effects = new HashMap<>();
    Map<String, Long> tools = new HashMap<>();
    Set<String> agents = new HashSet<>();
    long calls = 0;
    long left = 0;
    List<RecordedDecision> recent =
        RecordedDecisions.since(tx, org, tx.now().minus(Duration.ofDays(DAYS)), MOST);
    for (RecordedDecision decision : recent) {
      if (!holdsFor.test(decision.agentId())) {
        continue;
      }
      if (decision.facts().isEmpty()) {
        left++;
        continue;
      }
      calls++;
      PolicyOutcome outcome = policy.evaluate(decision.facts().get());
      effects.merge(outcome.effect(), 1L, Long::sum);
      if (outcome.effect() != Effect.ALLOW) {
        agents.add(decision.agentId());
        String tool = decision.tool().isEmpty() ? decision.facts().get().action() : decision.tool();
        tools.merge(tool, 1L, Long::sum);
      }
    }
    return new Impact(
        DAYS,
        calls,
        left,
        recent.size() == MOST,
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
