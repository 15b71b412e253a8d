package io.svc.server.decisions;

import io.svc.rules.Severity;
import io.svc.server.policies.Stage;
import io.svc.server.policies.dsl.ApprovalObligation;
import io.svc.server.policies.dsl.DecisionBudget;
import io.svc.server.policies.dsl.Effect;
import io.svc.server.policies.dsl.Facts;
import io.svc.server.policies.dsl.PolicyOutcome;
import io.svc.server.policies.dsl.RedactionObligation;
import io.svc.server.policies.dsl.Route;
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

  private final List<Verdict.Said> said = new ArrayList<>();
  private final List<RedactionObligation> redactions = new ArrayList<>();
  private final Set<String> warnings = new LinkedHashSet<>();
  private Effect effect = Effect.ALLOW;
  private Effect would = Effect.ALLOW;
  private Optional<Verdict.Said> deciding = Optional.empty();
  private Optional<ApprovalObligation> approval = Optional.empty();
  private Optional<Route> route = Optional.empty();
  private Optional<Route> enforcedRoute = Optional.empty();

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
    for (RuleSet.Answer one :
        snapshot.rules().outcomes(facts, group.readable(), group.observing(), budget)) {
      take(new Verdict.Said(snapshot.member(one.policy()), one.outcome()));
    }
    for (PolicyVersionInForce broken : group.broken()) {
      take(new Verdict.Said(broken, UNREADABLE));
    }
    Optional<ActingAgent.Barrier> barrier = agent.barrier().filter(one -> one.stops(facts));
    if (barrier.isPresent()) {
      return barred(barrier.get());
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
        said,
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

  private void take(Verdict.Said one) {
    PolicyOutcome outcome = one.outcome();
    said.add(one);
    would = Effect.stricter(would, outcome.effect());
    if (one.member().isShadow()) {
      return;
    }
    boolean isSoft = one.member().mode() == Stage.SOFT_ENFORCE;
    Effect own = outcome.effect();
    if (isSoft && own.compareTo(Effect.REQUIRE_APPROVAL) >= 0) {
      own = Effect.WARN;
      warnings.add(
          outcome.deciding().map(RuleMatch::reason).orElse("A policy allows this nowhere."));
    }
    if (own.isStricterThan(effect)) {
      effect = own;
      deciding = Optional.of(one);
    } else if (deciding.isEmpty() && own == Effect.ALLOW && outcome.deciding().isPresent()) {
      deciding = Optional.of(one);
    }
    if (outcome.effect() == Effect.DENY) {
      // A deny has no obligations.
      return;
    }
    warnings.addAll(outcome.warnings());
    redactions.addAll(outcome.redactions());
    if (!isSoft) {
      outcome.approval().ifPresent(asked -> approval = Optional.of(stricter(asked)));
    }
    outcome
        .route()
        .ifPresent(
            wanted -> {
              route = Optional.of(stricter(route, wanted));
              if (!isSoft) {
                enforcedRoute = Optional.of(stricter(enforcedRoute, wanted));
              }
            });
  }

  private static Route stricter(Optional<Route> known, Route wanted) {
    return known.map(one -> Route.stricter(one, wanted)).orElse(wanted);
  }

  /**
   * Returns the stricter of two obligations: the one with more approvers, then the one with the
   * earlier deadline.
   */
  private ApprovalObligation stricter(ApprovalObligation asked) {
    if (approval.isEmpty()) {
      return asked;
    }
    ApprovalObligation known = approval.get();
    if (asked.approvalsRequired() != known.approvalsRequired()) {
      return asked.approvalsRequired() > known.approvalsRequired() ? asked : known;
    }
    return asked.timeoutSeconds() < known.timeoutSeconds() ? asked : known;
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
            wanted ->
                Routing.to(
                    wanted,
                    // A policy that only warns does not block an action when a route is
                    // unavailable.
                    wanted.failClosed() && enforcedRoute.filter(wanted::equals).isPresent(),
                    outcome,
                    available))
        .orElseGet(() -> Routing.unrouted(outcome, available));
  }

  private Verdict barred(ActingAgent.Barrier barrier) {
    return new Verdict(
        Effect.DENY,
        Effect.DENY,
        true,
        barrier.reason(),
        barrier.code(),
        Severity.HIGH,
        "",
        "",
        said,
        List.of(),
        Optional.empty(),
        new Routing(RoutingMode.NONE, RoutingMode.INLINE, Outcome.DENIED, Optional.empty(), false),
        List.of());
  }

  private Verdict unroutable(Routing routing) {
    Optional<Verdict.Said> asking =
        said.stream()
            .filter(s -> !s.member().isShadow() && s.outcome().route().equals(route))
            .findFirst();
    return new Verdict(
        Effect.DENY,
        Effect.DENY,
        true,
        "Required " + routing.requested() + " routing is unavailable (fail closed)",
        ReasonCode.ROUTING_UNAVAILABLE,
        Severity.HIGH,
        asking.map(s -> s.member().policyId()).orElse(""),
        asking.flatMap(s -> s.outcome().deciding()).map(RuleMatch::ruleId).orElse(""),
        said,
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
                ? "No rule allows it, and the policy denies what no rule allows."
                : "A rule says " + outcome.effect().label() + ".");
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
