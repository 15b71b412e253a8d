package io.svc.server.rollout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.decisions.RecordedDecision;
import io.svc.server.policies.dsl.CompiledPolicy;
import io.svc.server.policies.dsl.Effect;
import io.svc.server.policies.dsl.PolicyOutcome;
import io.svc.server.policies.dsl.PolicyRule;
import io.svc.server.policies.dsl.RuleMatch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Compares the recorded results of a policy in a session with the results of another version for
 * the same facts. Pure: the time, the identifiers and all other inputs are recorded.
 */
final class ReplayComparison {
  /** The verdict for a session. */
  enum Verdict {
    MATCH,
    DIVERGED,
    ERROR,
    TIMEOUT;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A rule whose result differs. */
  record ChangedRule(
      String ruleId,
      String change,
      Optional<String> recordedEffect,
      Optional<String> replayedEffect) {}

  /**
   * The result for a session.
   *
   * @param reason why there is none; empty when there is one
   * @param recorded the strictest recorded effect of the policy; for a session that diverged, the
   *     effect at the first difference
   */
  record Result(
      Verdict verdict,
      String reason,
      Optional<Effect> recorded,
      Optional<Effect> replayed,
      List<ChangedRule> changedRules,
      String summary) {
    Result {
      changedRules = List.copyOf(changedRules);
    }
  }

  private final String policyId;
  private final long observed;
  private final Set<Long> observedVersions;
  private final CompiledPolicy replayed;
  private final Set<String> knownRules;
  private final Set<String> rewritten;

  /**
   * @param observed the running version
   * @param observedVersions all equivalent versions; results of any of them count
   * @param running the compiled running version; empty when it cannot be read
   */
  ReplayComparison(
      String policyId,
      long observed,
      Set<Long> observedVersions,
      Optional<CompiledPolicy> running,
      CompiledPolicy replayed) {
    this.policyId = policyId;
    this.observed = observed;
    this.observedVersions = Set.copyOf(observedVersions);
    this.replayed = replayed;
    this.knownRules =
        running.stream()
            .flatMap(policy -> policy.rules().stream())
            .map(PolicyRule::id)
            .collect(Collectors.toSet());
    Map<String, JsonNode> before = running.map(ReplayComparison::rules).orElse(Map.of());
    this.rewritten = new HashSet<>();
    rules(replayed)
        .forEach(
            (id, rule) -> {
              if (before.containsKey(id) && !before.get(id).equals(rule)) {
                rewritten.add(id);
              }
            });
  }

  /** Returns the canonical form of each rule, independent of its position in the document. */
  private static Map<String, JsonNode> rules(CompiledPolicy policy) {
    Map<String, JsonNode> rules = new HashMap<>();
    for (JsonNode rule : policy.snapshot(Instant.EPOCH).path("rules")) {
      rules.put(rule.path("id").asText(), ((ObjectNode) rule).without("index"));
    }
    return rules;
  }

  /**
   * Compares a session.
   *
   * @param isLate checked between decisions; returns true when the time is up
   */
  Result of(List<RecordedDecision> session, BooleanSupplier isLate) {
    Optional<Effect> recordedPeak = Optional.empty();
    Optional<Effect> replayedPeak = Optional.empty();
    Optional<Result> diverged = Optional.empty();
    Set<String> obstacles = new LinkedHashSet<>();
    Map<String, ChangedRule> changed = new LinkedHashMap<>();
    boolean isAny = false;
    if (replayed.usesSessionHistory() && isSessionUnknown(session)) {
      return notReplayable("session_unknown");
    }
    for (RecordedDecision decision : session) {
      if (isLate.getAsBoolean()) {
        return new Result(
            Verdict.TIMEOUT,
            "time_limit",
            recordedPeak,
            replayedPeak,
            List.of(),
            "The time limit was reached.");
      }
      if (!decision.wasSeenBy(policyId, observedVersions)) {
        continue;
      }
      isAny = true;
      if (decision.facts().isEmpty()) {
        obstacles.add(decision.unreplayable());
        continue;
      }
      PolicyOutcome before = decision.outcomeOf(policyId, observedVersions);
      PolicyOutcome after = replayed.evaluate(decision.facts().get());
      recordedPeak = Optional.of(stricter(recordedPeak, before.effect()));
      replayedPeak = Optional.of(stricter(replayedPeak, after.effect()));
      if (!before.sameAs(after)) {
        changes(before, after).forEach(change -> changed.putIfAbsent(change.ruleId(), change));
        if (diverged.isEmpty()) {
          diverged =
              Optional.of(
                  new Result(
                      Verdict.DIVERGED,
                      "",
                      Optional.of(before.effect()),
                      Optional.of(after.effect()),
                      List.of(),
                      ""));
        }
      }
    }
    if (diverged.isPresent()) {
      List<ChangedRule> rules = List.copyOf(changed.values());
      return new Result(
          Verdict.DIVERGED,
          "",
          diverged.get().recorded(),
          diverged.get().replayed(),
          rules,
          summary(rules, diverged.get()));
    }
    if (!obstacles.isEmpty() || !isAny) {
      String reason = isAny ? String.join(",", obstacles) : "not_evaluated";
      return notReplayable(reason);
    }
    return new Result(
        Verdict.MATCH, "", recordedPeak, replayedPeak, List.of(), "Every decision is the same.");
  }

  /** Returns the result of a session that cannot be replayed. */
  static Result notReplayable(String reason) {
    return new Result(
        Verdict.ERROR,
        "not_replayable:" + reason,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        "The session cannot be replayed: " + reason.replace('_', ' ') + ".");
  }

  /**
   * Returns true when the session history is missing. It is only recorded while a policy depends on
   * it; the first decision has none.
   */
  private static boolean isSessionUnknown(List<RecordedDecision> session) {
    return session.size() > 1
        && session.stream()
            .flatMap(decision -> decision.facts().stream())
            .allMatch(facts -> facts.session().id().isEmpty());
  }

  private static Effect stricter(Optional<Effect> current, Effect effect) {
    return current.map(currentEffect -> Effect.stricter(currentEffect, effect)).orElse(effect);
  }

  private List<ChangedRule> changes(PolicyOutcome before, PolicyOutcome after) {
    Map<String, RuleMatch> were = byId(before);
    Map<String, RuleMatch> current = byId(after);
    Set<String> ids = new LinkedHashSet<>(were.keySet());
    ids.addAll(current.keySet());
    List<ChangedRule> changes = new ArrayList<>();
    for (String id : ids) {
      Optional<RuleMatch> was = Optional.ofNullable(were.get(id));
      Optional<RuleMatch> is = Optional.ofNullable(current.get(id));
      change(was, is)
          .ifPresent(
              change ->
                  changes.add(
                      new ChangedRule(
                          id,
                          change,
                          was.map(match -> match.effect().label()),
                          is.map(match -> match.effect().label()))));
    }
    if (changes.isEmpty()) {
      // The same rules match but have different obligations, or the results differ without rules.
      String changeKind = before.effect() == after.effect() ? "other_obligations" : "other_effect";
      Set<String> approvalRules = new LinkedHashSet<>(ids);
      approvalRules.retainAll(rewritten);
      if (approvalRules.isEmpty()) {
        approvalRules.add(
            after.deciding().or(before::deciding).map(RuleMatch::ruleId).orElse("default"));
      }
      for (String id : approvalRules) {
        changes.add(
            new ChangedRule(
                id,
                changeKind,
                Optional.of(before.effect().label()),
                Optional.of(after.effect().label())));
      }
    }
    return changes;
  }

  private static Optional<String> change(Optional<RuleMatch> was, Optional<RuleMatch> is) {
    if (was.isEmpty()) {
      return Optional.of("now_matches");
    }
    if (is.isEmpty()) {
      return Optional.of("no_longer_matches");
    }
    if (was.get().effect() != is.get().effect()) {
      return Optional.of("other_effect");
    }
    return was.get().isUnevaluable() == is.get().isUnevaluable()
        ? Optional.empty()
        : Optional.of(is.get().isUnevaluable() ? "now_unevaluable" : "now_evaluable");
  }

  private static Map<String, RuleMatch> byId(PolicyOutcome outcome) {
    Map<String, RuleMatch> rules = new LinkedHashMap<>();
    outcome.matches().forEach(match -> rules.put(match.ruleId(), match));
    return rules;
  }

  private String summary(List<ChangedRule> rules, Result diverged) {
    ChangedRule first = rules.get(0);
    boolean isNew = !knownRules.contains(first.ruleId()) && !first.ruleId().equals("default");
    String text =
        switch (first.change()) {
          case "now_matches" ->
              "Rule "
                  + first.ruleId()
                  + " now matches"
                  + (isNew ? "; it did not exist in version " + observed + "." : ".");
          case "no_longer_matches" -> "Rule " + first.ruleId() + " no longer matches.";
          case "other_obligations" -> "Rule " + first.ruleId() + " has different obligations.";
          case "now_unevaluable" -> "Rule " + first.ruleId() + " can no longer be evaluated.";
          case "now_evaluable" -> "Rule " + first.ruleId() + " can now be evaluated.";
          default ->
              "Rule "
                  + first.ruleId()
                  + " has the effect "
                  + diverged.replayed().map(Effect::label).orElse("nothing")
                  + " instead of "
                  + diverged.recorded().map(Effect::label).orElse("nothing")
                  + ".";
        };
    return rules.size() == 1 ? text : text + " And " + (rules.size() - 1) + " more.";
  }
}
