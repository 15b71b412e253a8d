package io.svc.server.decisions;

import io.svc.rules.Severity;
import io.svc.server.policies.Stage;
import io.svc.server.policies.dsl.ApprovalObligation;
import io.svc.server.policies.dsl.DecisionBudget;
import io.svc.server.policies.dsl.Effect;
import io.svc.server.policies.dsl.ExecutionRoute;
import io.svc.server.policies.dsl.Facts;
import io.svc.server.policies.dsl.PolicyOutcome;
import io.svc.server.policies.dsl.RedactionObligation;
import io.svc.server.policies.dsl.RuleMatch;
import io.svc.server.policies.dsl.RuleSet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Evaluates policies: the strictest effect applies, and no policy can weaken another's deny. Pure:
 * it uses no store, clock or network; the same snapshot and facts give the same verdict.
 */
final class Engine {
  private final PolicySnapshot snapshot;
  private final Facts facts;
  private final ActingAgent agent;
  private final Set<RoutingMode> available;
  private final DecisionBudget budget;

  private final List<Verdict.PolicyResult> matches = new ArrayList<>();
  private final List<RedactionObligation> redactions = new ArrayList<>();
  private final Set<String> warnings = new LinkedHashSet<>();
  private Effect effect = Effect.ALLOW;
  private Effect would = Effect.ALLOW;
  private Optional<Verdict.PolicyResult> deciding = Optional.empty();
  private Optional<ApprovalObligation> approval = Optional.empty();
  private Optional<ExecutionRoute> route = Optional.empty();
  private Optional<ExecutionRoute> enforcedRoute = Optional.empty();

  private Engine(
      PolicySnapshot snapshot,
      Facts facts,
      ActingAgent agent,
      Set<RoutingMode> available,
      DecisionBudget budget) {
    this.snapshot = snapshot;
    this.facts = facts;
    this.agent = agent;
    this.available = available;
    this.budget = budget;
  }

  /** Decides on an action of an agent, with a budget for the evaluation of policies. */
  static Verdict decide(
      PolicySnapshot snapshot,
      Facts facts,
      ActingAgent agent,
      Set<RoutingMode> available,
      DecisionBudget budget) {
    return new Engine(snapshot, facts, agent, available, budget).verdict();
  }

  private Verdict verdict() {
    PolicySnapshot.Group group = snapshot.groupOf(agent.id());
    for (RuleSet.PolicyResult answer :
        snapshot.rules().outcomes(facts, group.readable(), group.observing(), budget)) {
      addMatch(new Verdict.PolicyResult(snapshot.member(answer.policy()), answer.outcome()));
    }
    for (PolicyVersionInForce broken : group.broken()) {
      addMatch(new Verdict.PolicyResult(broken, UNREADABLE));
    }
    Optional<ActingAgent.DenialReason> barrier =
        agent.barrier().filter(answer -> answer.stops(facts));
    if (barrier.isPresent()) {
      return barrierVerdict(barrier.get());
    }
    Routing routing = routing();
    if (routing.isUnavailable() && effect != Effect.DENY) {
      return unroutable(routing);
    }
    String reason = reason(group);
    return new Verdict(
        effect,
        would,
        effect != Effect.ALLOW
            && deciding.filter(s -> s.member().mode() == Stage.ENFORCE).isPresent(),
        reason,
        code(group),
        severity(),
        deciding.map(s -> s.member().policyId()).orElse(""),
        deciding.flatMap(s -> s.outcome().deciding()).map(RuleMatch::ruleId).orElse(""),
        matches,
        effect == Effect.DENY ? List.of() : redactions,
        effect == Effect.REQUIRE_APPROVAL ? approval : Optional.empty(),
        routing,
        effect == Effect.DENY ? List.of() : List.copyOf(warnings));
  }

  private static final PolicyOutcome UNREADABLE =
      new PolicyOutcome(
          Effect.DENY,
          Optional.empty(),
          List.of(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          true);

  private void addMatch(Verdict.PolicyResult match) {
    PolicyOutcome outcome = match.outcome();
    matches.add(match);
    would = Effect.stricter(would, outcome.effect());
    if (match.member().isShadow()) {
      return;
    }
    boolean isSoft = match.member().mode() == Stage.SOFT_ENFORCE;
    Effect ruleEffect = outcome.effect();
    if (isSoft && ruleEffect.compareTo(Effect.REQUIRE_APPROVAL) >= 0) {
      ruleEffect = Effect.WARN;
      warnings.add(
          outcome
              .deciding()
              .map(RuleMatch::reason)
              .orElse("A policy allows no execution mode for this action."));
    }
    if (ruleEffect.isStricterThan(effect)) {
      effect = ruleEffect;
      deciding = Optional.of(match);
    } else if (deciding.isEmpty() && ruleEffect == Effect.ALLOW && outcome.deciding().isPresent()) {
      deciding = Optional.of(match);
    }
    if (outcome.effect() == Effect.DENY) {
      // A deny has no obligations.
      return;
    }
    warnings.addAll(outcome.warnings());
    redactions.addAll(outcome.redactions());
    if (!isSoft) {
      outcome.approval().ifPresent(obligation -> approval = Optional.of(stricter(obligation)));
    }
    outcome
        .route()
        .ifPresent(
            requestedRoute -> {
              route = Optional.of(stricter(route, requestedRoute));
              if (!isSoft) {
                enforcedRoute = Optional.of(stricter(enforcedRoute, requestedRoute));
              }
            });
  }

  private static ExecutionRoute stricter(
      Optional<ExecutionRoute> current, ExecutionRoute requestedRoute) {
    return current
        .map(currentRoute -> ExecutionRoute.stricter(currentRoute, requestedRoute))
        .orElse(requestedRoute);
  }

  /**
   * Returns the stricter of two obligations: the one with more approvers, then the one with the
   * earlier deadline.
   */
  private ApprovalObligation stricter(ApprovalObligation obligation) {
    if (approval.isEmpty()) {
      return obligation;
    }
    ApprovalObligation current = approval.get();
    if (obligation.approvalsRequired() != current.approvalsRequired()) {
      return obligation.approvalsRequired() > current.approvalsRequired() ? obligation : current;
    }
    return obligation.timeoutSeconds() < current.timeoutSeconds() ? obligation : current;
  }

  private Routing routing() {
    Outcome outcome =
        switch (effect) {
          case ALLOW, WARN, REDACT -> Outcome.ALLOWED;
          case REQUIRE_APPROVAL -> Outcome.PENDING_APPROVAL;
          case DENY -> Outcome.DENIED;
        };
    return route
        .map(
            requestedRoute ->
                Routing.to(
                    requestedRoute,
                    // A policy that only warns does not block an action when a route is
                    // unavailable.
                    requestedRoute.failClosed()
                        && enforcedRoute.filter(requestedRoute::equals).isPresent(),
                    outcome,
                    available))
        .orElseGet(() -> Routing.unrouted(outcome, available));
  }

  private Verdict barrierVerdict(ActingAgent.DenialReason barrier) {
    return new Verdict(
        Effect.DENY,
        Effect.DENY,
        true,
        barrier.reason(),
        barrier.code(),
        Severity.HIGH,
        "",
        "",
        matches,
        List.of(),
        Optional.empty(),
        new Routing(RoutingMode.NONE, RoutingMode.INLINE, Outcome.DENIED, Optional.empty(), false),
        List.of());
  }

  private Verdict unroutable(Routing routing) {
    Optional<Verdict.PolicyResult> approvalRule =
        matches.stream()
            .filter(s -> !s.member().isShadow() && s.outcome().route().equals(route))
            .findFirst();
    return new Verdict(
        Effect.DENY,
        Effect.DENY,
        true,
        "Required " + routing.requested() + " routing is unavailable (fail closed)",
        ReasonCode.ROUTING_UNAVAILABLE,
        Severity.HIGH,
        approvalRule.map(s -> s.member().policyId()).orElse(""),
        approvalRule.flatMap(s -> s.outcome().deciding()).map(RuleMatch::ruleId).orElse(""),
        matches,
        List.of(),
        Optional.empty(),
        routing,
        List.of());
  }

  private String reason(PolicySnapshot.Group group) {
    if (deciding.isEmpty()) {
      return group.isEmpty() ? "No policy applies to this agent." : "No policy rule matched.";
    }
    PolicyOutcome outcome = deciding.get().outcome();
    if (deciding.get().member().policy().isEmpty()) {
      return "A policy cannot be read.";
    }
    return outcome
        .deciding()
        .map(RuleMatch::reason)
        .filter(text -> !text.isEmpty())
        .orElse(
            outcome.isDefault()
                ? "No rule allows this action, and the policy denies by default."
                : "A rule with the effect " + outcome.effect().label() + " matched.");
  }

  private ReasonCode code(PolicySnapshot.Group group) {
    if (deciding.isEmpty()) {
      return group.isEmpty() ? ReasonCode.NO_POLICY : ReasonCode.NO_MATCH;
    }
    PolicyOutcome outcome = deciding.get().outcome();
    if (deciding.get().member().policy().isEmpty()) {
      return ReasonCode.UNEVALUABLE_RULE;
    }
    if (outcome.deciding().isEmpty()) {
      return ReasonCode.POLICY_DEFAULT;
    }
    return outcome.deciding().get().isUnevaluable()
        ? ReasonCode.UNEVALUABLE_RULE
        : ReasonCode.POLICY_RULE;
  }

  private Severity severity() {
    return deciding
        .map(
            s ->
                s.outcome()
                    .deciding()
                    .map(RuleMatch::severity)
                    .orElse(effect == Effect.ALLOW ? Severity.INFO : Severity.MEDIUM))
        .orElse(Severity.INFO);
  }
}
