package io.svc.server.lifecycle;

import io.svc.server.accounts.Accounts;
import io.svc.server.agents.Agent;
import io.svc.server.agents.Agents;
import io.svc.server.agents.Lifecycle;
import io.svc.server.apikeys.ApiKeys;
import io.svc.server.apikeys.KeyOwners;
import io.svc.server.attestation.Claims;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Permission;
import io.svc.server.json.Json;
import io.svc.server.tenants.Revisions;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/**
 * Moves agents between lifecycle states. Each transition checks the current state, the caller and
 * the requirements, and writes the agent, the history and the audit entry together. No other code
 * changes the state.
 */
final class Transitions {
  private final Identifiers identifiers;
  private final Agents agents;
  private final Accounts accounts;
  private final ApiKeys keys;
  private final Claims claims;
  private final GateConfigs configs;
  private final Gates gates;
  private final AgentPromotions promotions;
  private final AuditLog audit;

  Transitions(
      Identifiers identifiers,
      Agents agents,
      Accounts accounts,
      ApiKeys keys,
      Claims claims,
      GateConfigs configs,
      Gates gates,
      AgentPromotions promotions,
      AuditLog audit) {
    this.identifiers = identifiers;
    this.agents = agents;
    this.accounts = accounts;
    this.keys = keys;
    this.claims = claims;
    this.configs = configs;
    this.gates = gates;
    this.promotions = promotions;
    this.audit = audit;
  }

  /**
   * A request for a transition.
   *
   * @param override whether to ignore the result of the gate
   * @param owner the new owner; empty to retain the current one
   */
  record TransitionRequest(
      String agentId, Lifecycle to, String reason, boolean override, Optional<Agent.Owner> owner) {}

  /** The result: a transition, or a promotion that waits for approval. */
  record Outcome(Agent agent, Optional<LifecycleTransition> move, Optional<Promotion> promotion) {}

  /** A transition to perform. */
  record PlannedTransition(
      Agent agent,
      Trigger trigger,
      Lifecycle to,
      String by,
      List<String> approvedBy,
      String reason,
      boolean overridden,
      Optional<GateResult> gate) {}

  /**
   * Moves an agent, or requests approval.
   *
   * @param expectVersion receives the version of the agent, and throws if it is not the expected
   *     one
   */
  Outcome transition(Tx tx, Caller caller, TransitionRequest order, LongConsumer expectVersion) {
    OrgId org = caller.tenant();
    // Serializes transitions of the same agent and changes to its gate.
    Revisions.lock(tx, org);
    Agent agent = agents.get(tx, org, order.agentId());
    expectVersion.accept(agent.version());
    Trigger trigger = trigger(agent, order);
    if (trigger.needsAdministrator() || order.override()) {
      caller.require(Permission.LIFECYCLE_OVERRIDE);
    }
    checkFields(trigger, order);
    if (order.owner().isPresent()) {
      agent = owned(tx, caller, agent, order.owner().get());
    }
    return switch (trigger) {
      case PROMOTE -> promote(tx, caller, agent, order);
      case RELEASE -> release(tx, caller, agent, order);
      case REGISTER, DEMOTE, SUSPEND, CONTAIN, RETIRE, REACTIVATE ->
          moved(
              tx,
              caller,
              new PlannedTransition(
                  agent,
                  trigger,
                  order.to(),
                  caller.id(),
                  List.of(),
                  order.reason(),
                  false,
                  Optional.empty()));
    };
  }

  private static Trigger trigger(Agent agent, TransitionRequest order) {
    List<Trigger.TransitionRule> transitions = Trigger.transitionsOf(agent);
    return transitions.stream()
        .filter(transition -> transition.to() == order.to())
        .map(Trigger.TransitionRule::trigger)
        .findFirst()
        .orElseThrow(
            () ->
                new ApiException(
                    ErrorCode.INVALID_TRANSITION,
                    "The agent \""
                        + agent.name()
                        + "\" is in "
                        + agent.lifecycle()
                        + (agent.containment().contained() ? " and contained by an incident" : "")
                        + ", which does not allow the state "
                        + order.to()
                        + ". Possible states: "
                        + transitions.stream()
                            .map(Trigger.TransitionRule::toString)
                            .collect(Collectors.joining(", "))
                        + "."));
  }

  private static void checkFields(Trigger trigger, TransitionRequest order) {
    if (order.reason().isEmpty() && (trigger.needsReason() || order.override())) {
      throw invalid(
          "required",
          "reason",
          "\"reason\" is missing: "
              + (order.override() ? "an override" : "\"" + trigger + "\"")
              + " needs one.");
    }
    boolean hasGate =
        trigger == Trigger.PROMOTE
            || (trigger == Trigger.RELEASE && order.to() == Lifecycle.PRODUCTION);
    if (order.override() && !hasGate) {
      throw invalid(
          "invalid",
          "override",
          "\"override\" is true, and \"" + trigger + "\" has no gate to override.");
    }
    boolean allowsOwner = order.to() == Lifecycle.REGISTERED || order.to() == Lifecycle.TESTING;
    if (order.owner().isPresent() && !allowsOwner) {
      throw invalid(
          "invalid",
          "owner",
          "\"owner\" can be set when an agent moves to registered or testing, not to "
              + order.to()
              + ".");
    }
  }

  private static ApiException invalid(String code, String field, String message) {
    return new ApiException(
        ErrorCode.VALIDATION_FAILED,
        message,
        List.of(new ApiException.FieldError(code, field, message)));
  }

  private Agent owned(Tx tx, Caller caller, Agent agent, Agent.Owner owner) {
    OrgId org = caller.tenant();
    Agent.Owner currentOwner = owner;
    if (!owner.userId().isEmpty()) {
      String name =
          accounts
              .findMember(tx, org, owner.userId())
              .orElseThrow(
                  () ->
                      invalid(
                          "unknown_value",
                          "owner.userId",
                          "There is no member \"" + owner.userId() + "\"."))
              .name();
      currentOwner = new Agent.Owner(owner.userId(), name, owner.team());
    }
    if (currentOwner.equals(agent.owner())) {
      return agent;
    }
    audit.record(
        tx,
        caller,
        AuditEvent.of(Category.LIFECYCLE, "lifecycle.own", "agent", agent.id(), agent.name())
            .with("before", agent.owner().shown())
            .with("after", currentOwner.shown()));
    return agents.save(tx, org, agent.ownedBy(currentOwner));
  }

  private Outcome promote(Tx tx, Caller caller, Agent agent, TransitionRequest order) {
    OrgId org = caller.tenant();
    GateConfig config = configs.get(tx, org).config();
    GateConfig.Gate gate = config.gate(agent.lifecycle(), order.to()).orElseThrow();
    String memberId = KeyOwners.memberOf(tx, org, caller.id());
    GateResult result = gates.round(tx, org, config, List.of(agent)).of(agent, gate, memberId);
    if (!result.passed() && !order.override()) {
      throw result.unmetGate(agent.name(), order.to().toString());
    }
    if (gate.minApprovals() > 0 && !order.override()) {
      Promotion waiting = promotions.request(tx, caller, config, agent, gate, order.reason());
      return new Outcome(agent, Optional.empty(), Optional.of(waiting));
    }
    return moved(
        tx,
        caller,
        new PlannedTransition(
            agent,
            Trigger.PROMOTE,
            order.to(),
            caller.id(),
            List.of(),
            order.reason(),
            order.override(),
            Optional.of(result)));
  }

  /** Approves a promotion; the last required approval moves the agent. */
  Outcome approve(Tx tx, Caller caller, String agentId, String reason) {
    OrgId org = caller.tenant();
    Revisions.lock(tx, org);
    Agent agent = agents.get(tx, org, agentId);
    GateConfig config = configs.get(tx, org).config();
    Promotion promotion = promotions.approve(tx, caller, config, agent, reason);
    if (!promotion.isApproved()) {
      return new Outcome(agent, Optional.empty(), Optional.of(promotion));
    }
    GateConfig.Gate gate = config.gate(promotion.fromState(), promotion.toState()).orElseThrow();
    GateResult result =
        gates.round(tx, org, config, List.of(agent)).of(agent, gate, promotion.requestedPerson());
    if (!result.passed()) {
      throw result.unmetGate(agent.name(), promotion.toState().toString());
    }
    return moved(
        tx,
        caller,
        new PlannedTransition(
            agent,
            Trigger.PROMOTE,
            promotion.toState(),
            promotion.requestedBy(),
            promotion.approvals().stream().map(Promotion.Approval::approvedBy).toList(),
            promotion.reason(),
            false,
            Optional.of(result)));
  }

  /** Rejects a promotion on behalf of a member who may approve it. */
  Outcome reject(Tx tx, Caller caller, String agentId, String reason) {
    OrgId org = caller.tenant();
    Revisions.lock(tx, org);
    Agent agent = agents.get(tx, org, agentId);
    promotions.reject(tx, caller, configs.get(tx, org).config(), agent, reason);
    return new Outcome(agent, Optional.empty(), Optional.empty());
  }

  /** Withdraws a pending promotion. */
  Outcome withdraw(Tx tx, Caller caller, String agentId) {
    OrgId org = caller.tenant();
    Revisions.lock(tx, org);
    Agent agent = agents.get(tx, org, agentId);
    promotions.withdraw(tx, caller, configs.get(tx, org).config(), agent);
    return new Outcome(agent, Optional.empty(), Optional.empty());
  }

  /** Returns to production only if the agent passes the gate now; otherwise to staging. */
  private Outcome release(Tx tx, Caller caller, Agent agent, TransitionRequest order) {
    Lifecycle to = order.to();
    Optional<GateResult> result = Optional.empty();
    if (to == Lifecycle.PRODUCTION) {
      OrgId org = caller.tenant();
      GateConfig config = configs.get(tx, org).config();
      String memberId = KeyOwners.memberOf(tx, org, caller.id());
      GateResult found =
          gates.round(tx, org, config, List.of(agent)).of(agent, config.last(), memberId);
      result = Optional.of(found);
      to = found.passed() || order.override() ? Lifecycle.PRODUCTION : Lifecycle.STAGING;
    }
    return moved(
        tx,
        caller,
        new PlannedTransition(
            agent,
            Trigger.RELEASE,
            to,
            caller.id(),
            List.of(),
            order.reason(),
            order.override(),
            result));
  }

  /** Contains an agent because of an incident; returns whether it was not contained before. */
  boolean contain(Tx tx, Caller caller, String agentId, String reason, String incidentId) {
    OrgId org = caller.tenant();
    Revisions.lock(tx, org);
    Agent before = agents.get(tx, org, agentId);
    if (!agents.contain(tx, org, agentId, reason, incidentId)) {
      return false;
    }
    Agent after = agents.get(tx, org, agentId);
    noted(tx, caller, plain(caller, before, Trigger.CONTAIN, after.lifecycle(), reason), after);
    return true;
  }

  /** Releases an agent that no incident contains; returns its new state. */
  Lifecycle releaseContained(Tx tx, Caller caller, String agentId, String reason) {
    OrgId org = caller.tenant();
    Revisions.lock(tx, org);
    Agent agent = agents.get(tx, org, agentId);
    if (!agent.containment().contained()) {
      return agent.lifecycle();
    }
    Lifecycle to = before(tx, org, agent);
    Optional<GateResult> result = Optional.empty();
    if (to == Lifecycle.PRODUCTION) {
      GateConfig config = configs.get(tx, org).config();
      String memberId = KeyOwners.memberOf(tx, org, caller.id());
      GateResult found =
          gates.round(tx, org, config, List.of(agent)).of(agent, config.last(), memberId);
      result = Optional.of(found);
      to = found.passed() ? Lifecycle.PRODUCTION : Lifecycle.STAGING;
    }
    agents.release(tx, org, agentId, to);
    Agent after = agents.get(tx, org, agentId);
    noted(
        tx,
        caller,
        new PlannedTransition(
            agent,
            Trigger.RELEASE,
            after.lifecycle(),
            caller.id(),
            List.of(),
            reason,
            false,
            result),
        after);
    return after.lifecycle();
  }

  /** Returns the state of an agent before its containment. */
  private static Lifecycle before(Tx tx, OrgId org, Agent agent) {
    if (agent.lifecycle() != Lifecycle.SUSPENDED) {
      return agent.lifecycle();
    }
    boolean wasSuspended =
        tx.on(LifecycleStore.class)
            .lastOf(org, agent.id(), Trigger.CONTAIN)
            .map(move -> move.fromState() == Lifecycle.SUSPENDED)
            .orElse(false);
    return wasSuspended ? Lifecycle.SUSPENDED : agent.suspendedFrom().orElse(Lifecycle.REGISTERED);
  }

  private static PlannedTransition plain(
      Caller caller, Agent agent, Trigger trigger, Lifecycle to, String reason) {
    return new PlannedTransition(
        agent, trigger, to, caller.id(), List.of(), reason, false, Optional.empty());
  }

  private Outcome moved(Tx tx, Caller caller, PlannedTransition step) {
    OrgId org = caller.tenant();
    Agent before = step.agent();
    Optional<Lifecycle> suspendedFrom =
        step.trigger() == Trigger.SUSPEND ? Optional.of(before.lifecycle()) : Optional.empty();
    // Also increments the revision, so that later decisions use the new state.
    Agent after = agents.save(tx, org, before.at(step.to(), suspendedFrom));
    return noted(tx, caller, step, after);
  }

  private Outcome noted(Tx tx, Caller caller, PlannedTransition step, Agent after) {
    OrgId org = caller.tenant();
    Agent before = step.agent();
    promotions.close(tx, org, before.id());
    tx.on(ChecklistStore.class).recover(org, before.id());
    String id = identifiers.next("trn_");
    tx.on(LifecycleStore.class)
        .moved(
            org,
            id,
            step,
            tx.now(),
            String.join(" ", step.approvedBy()),
            step.gate().map(Json::text).orElse("null"));
    AuditEvent entry =
        AuditEvent.of(
                Category.LIFECYCLE,
                "lifecycle." + step.trigger(),
                "agent",
                before.id(),
                before.name())
            .with("from", before.lifecycle().toString())
            .with("to", step.to().toString())
            .with("transitionId", id)
            .with("transitionedBy", step.by())
            .with("approvedBy", String.join(", ", step.approvedBy()))
            .with("overridden", step.overridden())
            .with("reason", step.reason());
    if (step.trigger() == Trigger.RETIRE) {
      entry =
          entry
              .with("revokedClaims", claims.revokeAll(tx, caller, before.id(), step.reason()))
              .with("revokedKeys", keys.revokeOfAgent(tx, org, before.id()));
    }
    if (step.trigger() == Trigger.REACTIVATE) {
      // Manual checks from before its retirement do not apply to an agent that is restored.
      tx.on(ChecklistStore.class).forgetChecks(org, before.id());
      tx.on(ChecklistStore.class).forgetWaivers(org, before.id());
      tx.on(ChecklistStore.class).changed(org, before.id());
    }
    audit.record(tx, caller, entry);
    if (step.overridden()) {
      audit.record(
          tx,
          caller,
          AuditEvent.of(
                  Category.LIFECYCLE, "lifecycle.override", "agent", before.id(), before.name())
              .with("to", step.to().toString())
              .with("transitionId", id)
              .with(
                  "blocking",
                  step.gate().map(gate -> String.join(", ", gate.blocking())).orElse(""))
              .with("reason", step.reason()));
    }
    return new Outcome(
        after,
        tx.on(LifecycleStore.class).move(org, id).map(LifecycleTransition::of),
        Optional.empty());
  }
}
