package io.svc.server.policies.dsl;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * Many policies that are evaluated together. An index over all their rules finds the rules that can
 * match, so the cost of a call depends only on these; rules about other tools or hosts cost
 * nothing. Immutable, safe for many threads.
 */
public final class RuleSet {
  private final List<CompiledPolicy> policies;
  private final PolicyRuleIndex index;
  private final BitSet outspoken = new BitSet();

  private RuleSet(List<CompiledPolicy> policies) {
    this.policies = List.copyOf(policies);
    List<PolicyRuleIndex.Entry> entries = new ArrayList<>();
    for (int i = 0; i < policies.size(); i++) {
      for (PolicyRule rule : policies.get(i).rules()) {
        if (!rule.isDisabled()) {
          entries.add(new PolicyRuleIndex.Entry(i, rule));
        }
      }
      outspoken.set(i, policies.get(i).defaultEffect() != Effect.ALLOW);
    }
    this.index = new PolicyRuleIndex(entries);
  }

  /** Creates the index; results identify policies by their position in the list. */
  public static RuleSet of(List<CompiledPolicy> policies) {
    return new RuleSet(policies);
  }

  /**
   * Returns the outcomes of the applicable policies, in order: those with a matching rule, and
   * those with a default other than allow. The others allow by default and are omitted.
   *
   * @param observing the observing policies: they are evaluated after all others, with their own
   *     part of the budget
   */
  public List<PolicyResult> outcomes(
      Facts facts, BitSet applicable, BitSet observing, DecisionBudget budget) {
    EvaluationFacts subject = new EvaluationFacts(facts, budget);
    SortedMap<Integer, List<PolicyRule>> candidates = new TreeMap<>();
    for (PolicyRuleIndex.Entry entry : index.candidates(subject, applicable)) {
      candidates.computeIfAbsent(entry.policy(), key -> new ArrayList<>()).add(entry.rule());
    }
    BitSet speaking = (BitSet) outspoken.clone();
    speaking.and(applicable);
    speaking.stream().forEach(policy -> candidates.computeIfAbsent(policy, key -> List.of()));
    SortedMap<Integer, PolicyOutcome> outcomes = new TreeMap<>();
    evaluate(candidates, policy -> !observing.get(policy), subject, outcomes);
    subject.spend(budget.observers());
    evaluate(candidates, observing::get, subject, outcomes);
    List<PolicyResult> answers = new ArrayList<>();
    outcomes.forEach((policy, outcome) -> answers.add(new PolicyResult(policy, outcome)));
    return answers;
  }

  private void evaluate(
      SortedMap<Integer, List<PolicyRule>> candidates,
      IntPredicate isSelected,
      EvaluationFacts subject,
      SortedMap<Integer, PolicyOutcome> outcomes) {
    candidates.forEach(
        (policy, rules) -> {
          if (isSelected.test(policy)) {
            PolicyOutcome outcome = policies.get(policy).verdicts().of(rules, subject);
            if (!outcome.isDefault() || outcome.effect() != Effect.ALLOW) {
              outcomes.put(policy, outcome);
            }
          }
        });
  }

  /** The outcome of one policy; {@code policy} is its position in the list. */
  public record PolicyResult(int policy, PolicyOutcome outcome) {}
}
