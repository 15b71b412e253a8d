package io.svc.server.policies.dsl;

import io.svc.server.expressions.CostEstimate;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds likely mistakes in a policy without errors. Warnings apply to all possible facts: a
 * condition may be true or false, so a rule with a condition does not hide another.
 */
final class Lints {
  /** Percentage of the budget above which a condition is reported. */
  private static final long EXPENSIVE = 50;

  private final PolicyDocument policy;
  private final YamlDocument document;
  private final NameInventory inventory;
  private final Problems problems;
  private final List<PolicyRule> rules;
  private final RulePairs pairs;

  Lints(PolicyDocument policy, YamlDocument document, NameInventory inventory, Problems problems) {
    this.policy = policy;
    this.document = document;
    this.inventory = inventory;
    this.problems = problems;
    this.rules = policy.rules().stream().filter(rule -> !rule.isDisabled()).toList();
    this.pairs = new RulePairs(rules, policy.onError());
  }

  void run() {
    for (PolicyRule rule : rules) {
      problems.about(Optional.of(rule.id()));
      neverMatches(rule);
      shadowed(rule);
      contradicted(rule);
      unknownNames(rule);
      expensive(rule);
    }
    problems.about(Optional.empty());
    unknownGroups();
    constantEffect();
    if (policy.tests().isEmpty() && !policy.rules().isEmpty()) {
      problems.warning(
          "no_tests",
          "The policy has no tests; expected a test for an allowed action and a test for a"
              + " blocked action.",
          "/tests",
          document.positionOf("/rules"));
    }
  }

  private static String pathOf(PolicyRule rule) {
    return "/rules/" + rule.index();
  }

  private void warn(String code, PolicyRule rule, String message) {
    problems.warning(code, message, pathOf(rule), document.positionOf(pathOf(rule)));
  }

  private void neverMatches(PolicyRule rule) {
    if (rule.condition().flatMap(Condition::constant).filter(isTrue -> !isTrue).isPresent()) {
      String path = pathOf(rule) + "/when";
      problems.warning(
          "never_matches",
          "Rule '" + rule.id() + "' never matches: its condition is always false.",
          path,
          document.positionOf(path));
      return;
    }
    ContradictionFinder.contradiction(rule.match())
        .ifPresent(
            reason ->
                warn("never_matches", rule, "Rule '" + rule.id() + "' never matches: " + reason));
  }

  /**
   * Reports conditions that are expensive on large input, and loops that reach the limit on short
   * lists.
   */
  private void expensive(PolicyRule rule) {
    if (rule.condition().isEmpty()) {
      return;
    }
    CostEstimate estimate = rule.condition().get().estimate();
    String path = pathOf(rule) + "/when";
    long percent = estimate.units() * 100 / DecisionBudget.CONDITIONS;
    if (percent >= EXPENSIVE) {
      problems.warning(
          "expensive_condition",
          "The condition of rule '"
              + rule.id()
              + "' needs about "
              + percent
              + " % of the evaluation budget of a decision on large input (texts of "
              + CostEstimate.TEXT
              + " characters, lists of "
              + CostEstimate.ITEMS
              + " items). A rule that exceeds the budget is unevaluable. Compare texts outside of"
              + " loops, and use short patterns.",
          path,
          document.positionOf(path));
    } else if (estimate.hasNestedLoops()) {
      problems.warning(
          "expensive_condition",
          "The condition of rule '"
              + rule.id()
              + "' has a loop within a loop. All loops of a condition have at most "
              + CostEstimate.ITEMS
              + " iterations together, so two lists of 32 items are already unevaluable.",
          path,
          document.positionOf(path));
    }
  }

  private void shadowed(PolicyRule rule) {
    Optional<PolicyRule> silencing = pairs.hidingRule(rule);
    if (silencing.isPresent()) {
      PolicyRule other = silencing.get();
      boolean isEverything = other.match().matchesAll();
      warn(
          isEverything ? "unreachable_rule" : "shadowed_rule",
          rule,
          "Rule '"
              + rule.id()
              + "' can never decide: '"
              + other.id()
              + "' "
              + rank(rule, other)
              + " and matches "
              + (isEverything ? "everything." : "all actions of this rule."));
    }
  }

  private static String rank(PolicyRule rule, PolicyRule other) {
    if (other.priority() > rule.priority()) {
      return "has a higher priority";
    }
    return other.effect().isStricterThan(rule.effect()) ? "is stricter" : "comes before it";
  }

  private void contradicted(PolicyRule rule) {
    pairs
        .contradicting(rule)
        .ifPresent(
            other ->
                warn(
                    "contradictory_rules",
                    rule,
                    "Rules '"
                        + other.id()
                        + "' and '"
                        + rule.id()
                        + "' match the same actions with the same priority, but have the effects "
                        + other.effect()
                        + " and "
                        + rule.effect()
                        + "; the stricter effect applies."));
  }

  private void unknownNames(PolicyRule rule) {
    String match = pathOf(rule) + "/match/";
    names(rule, MatchFact.TOOL, inventory::hasTool, "unknown_tool", "tool", match + "tool");
    names(
        rule, MatchFact.SERVER, inventory::hasServer, "unknown_server", "server", match + "server");
    rule.obligations()
        .approval()
        .flatMap(ApprovalObligation::group)
        .filter(group -> !isKnownGroup(group))
        .ifPresent(group -> unknownGroup(group, pathOf(rule) + "/approval/group"));
  }

  /** If the policy declares groups, it must be one of those. */
  private boolean isKnownGroup(String group) {
    return policy.approverGroups().isEmpty()
        ? inventory.hasApproverGroup(group)
        : policy.approverGroups().contains(group);
  }

  private void unknownGroups() {
    for (int i = 0; i < policy.approverGroups().size(); i++) {
      String group = policy.approverGroups().get(i);
      if (!inventory.hasApproverGroup(group)) {
        unknownGroup(group, "/groups/approvers/" + i);
      }
    }
  }

  private void unknownGroup(String group, String path) {
    problems.warning(
        "unknown_group",
        "\"" + group + "\" is not a known approver group.",
        path,
        document.positionOf(path));
  }

  private void names(
      PolicyRule rule,
      MatchFact dimension,
      Predicate<String> isKnown,
      String code,
      String kind,
      String path) {
    if (!(rule.match().criterion(dimension.key()).orElse(null) instanceof Criterion.Names names)) {
      return;
    }
    for (int i = 0; i < names.items().size(); i++) {
      Optional<String> name = names.items().get(i).exact().filter(isKnown.negate());
      if (name.isPresent()) {
        problems.warning(
            code,
            "\"" + name.get() + "\" is not a known " + kind + ".",
            path,
            document.positionOf(path + "/" + i));
      }
    }
  }

  /** Reports a policy that has the same effect for all facts. */
  private void constantEffect() {
    Optional<PolicyRule> always =
        rules.stream().filter(Lints::isUnconditional).reduce(Lints::stronger);
    Effect last = always.map(PolicyRule::effect).orElse(policy.defaultEffect());
    int rank = always.map(PolicyRule::priority).orElse(Integer.MIN_VALUE);
    String path = always.map(Lints::pathOf).orElse("/rules");
    if (last == Effect.DENY
        && rules.stream().allMatch(rule -> rule.effect() == Effect.DENY || rule.priority() <= rank)
        && (policy.onError() == OnError.DENY || hasNoConditions(rank))) {
      problems.warning(
          "deny_all", "The policy denies everything.", path, document.positionOf(path));
    }
    if (last == Effect.ALLOW
        && !policy.rules().isEmpty()
        && rules.stream().noneMatch(PolicyRule::isAdditive)
        && rules.stream().allMatch(rule -> rule.effect() == Effect.ALLOW || rule.priority() < rank)
        && rules.stream().allMatch(rule -> rule.condition().isEmpty())) {
      problems.warning(
          "allow_all", "The policy allows everything.", path, document.positionOf(path));
    }
  }

  private boolean hasNoConditions(int rank) {
    return rules.stream().noneMatch(rule -> rule.priority() > rank && rule.condition().isPresent());
  }

  private static boolean isUnconditional(PolicyRule rule) {
    return rule.match().matchesAll() && rule.condition().isEmpty();
  }

  private static PolicyRule stronger(PolicyRule one, PolicyRule other) {
    if (one.priority() != other.priority()) {
      return one.priority() > other.priority() ? one : other;
    }
    return other.effect().isStricterThan(one.effect()) ? other : one;
  }
}
