package io.svc.server.lifecycle;

import io.svc.server.agents.Agent;
import io.svc.server.apikeys.KeyOwners;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Promotions that wait for approval; at most one of each agent. */
final class AgentPromotions {
  private final AuditLog audit;

  AgentPromotions(AuditLog audit) {
    this.audit = audit;
  }

  Optional<Promotion> find(Tx tx, OrgId org, GateConfig config, String agentId) {
    return of(tx, org, config, List.of(agentId)).stream().findFirst();
  }

  /** Returns the pending promotions of some agents. */
  List<Promotion> of(Tx tx, OrgId org, GateConfig config, List<String> agentIds) {
    return agentIds.isEmpty()
        ? List.of()
        : promotions(tx, org, config, tx.on(LifecycleStore.class).promotions(org, agentIds));
  }

  /** Returns the promotions that have waited longest. */
  List<Promotion> oldest(Tx tx, OrgId org, GateConfig config, int limit) {
    return promotions(tx, org, config, tx.on(LifecycleStore.class).oldestPromotions(org, limit));
  }

  private static List<Promotion> promotions(
      Tx tx, OrgId org, GateConfig config, List<LifecycleStore.PromotionRow> rows) {
    if (rows.isEmpty()) {
      return List.of();
    }
    List<String> ids = rows.stream().map(LifecycleStore.PromotionRow::agentId).toList();
    Map<String, List<LifecycleStore.ApprovalRow>> approvals =
        tx.on(LifecycleStore.class).approvals(org, ids).stream()
            .collect(Collectors.groupingBy(LifecycleStore.ApprovalRow::agentId));
    List<Promotion> promotions = new ArrayList<>();
    for (LifecycleStore.PromotionRow row : rows) {
      GateConfig.Gate gate = config.gate(row.fromState(), row.toState()).orElseThrow();
      promotions.add(
          new Promotion(
              row.agentId(),
              row.agentVersion(),
              row.fromState(),
              row.toState(),
              row.requestedBy(),
              row.requestedPerson(),
              row.requestedAt(),
              row.reason(),
              approvals.getOrDefault(row.agentId(), List.of()).stream()
                  .map(
                      promotion ->
                          new Promotion.Approval(
                              promotion.approvedBy(), promotion.approvedAt(), promotion.reason()))
                  .toList(),
              gate.minApprovals(),
              gate.approverRole()));
    }
    return promotions;
  }

  /**
   * Requests the promotion of an agent. A pending request remains, unless the agent was changed
   * since: then its approvals are void, and a new one is created.
   */
  Promotion request(
      Tx tx, Caller caller, GateConfig config, Agent agent, GateConfig.Gate gate, String reason) {
    OrgId org = caller.tenant();
    Optional<Promotion> waiting = find(tx, org, config, agent.id());
    if (waiting.filter(promotion -> promotion.agentVersion() == agent.version()).isPresent()) {
      return waiting.get();
    }
    close(tx, org, agent.id());
    tx.on(LifecycleStore.class)
        .request(
            org,
            agent.id(),
            agent.version(),
            gate.from(),
            gate.to(),
            caller.id(),
            KeyOwners.memberOf(tx, org, caller.id()),
            tx.now(),
            reason);
    audit.record(
        tx,
        caller,
        event("lifecycle.request_promotion", agent)
            .with("to", gate.to().toString())
            .with("approvalsNeeded", gate.minApprovals())
            .with("reason", reason));
    return find(tx, org, config, agent.id()).orElseThrow();
  }

  /**
   * Approves a promotion.
   *
   * @return the promotion with the approval
   * @throws ApiException if the caller may not approve it, approved it before, or the agent was
   *     changed
   */
  Promotion approve(Tx tx, Caller caller, GateConfig config, Agent agent, String reason) {
    OrgId org = caller.tenant();
    Promotion waiting = waiting(tx, org, config, agent);
    requireApproverRole(caller, waiting);
    String memberId = KeyOwners.memberOf(tx, org, caller.id());
    if (memberId.equals(waiting.requestedPerson())) {
      throw new ApiException(
          ErrorCode.FORBIDDEN,
          "You cannot approve your own promotion request, even with an API key.");
    }
    if (waiting.agentVersion() != agent.version()) {
      throw new ApiException(
          ErrorCode.VERSION_CONFLICT,
          "The agent changed after the promotion was requested. Request it again.");
    }
    if (tx.on(LifecycleStore.class).approve(org, agent.id(), memberId, tx.now(), reason) == 0) {
      throw new ApiException(ErrorCode.CONFLICT, "You have approved this promotion already.");
    }
    audit.record(
        tx,
        caller,
        event("lifecycle.approve_promotion", agent)
            .with("to", waiting.toState().toString())
            .with("requestedBy", waiting.requestedBy())
            .with("reason", reason));
    return waiting(tx, org, config, agent);
  }

  /** Rejects a promotion on behalf of a member who may approve it. */
  void reject(Tx tx, Caller caller, GateConfig config, Agent agent, String reason) {
    Promotion waiting = waiting(tx, caller.tenant(), config, agent);
    requireApproverRole(caller, waiting);
    end(tx, caller, agent, waiting, "lifecycle.reject_promotion", reason);
  }

  /** Withdraws a promotion. */
  void withdraw(Tx tx, Caller caller, GateConfig config, Agent agent) {
    Promotion waiting = waiting(tx, caller.tenant(), config, agent);
    end(tx, caller, agent, waiting, "lifecycle.withdraw_promotion", "");
  }

  private void end(
      Tx tx, Caller caller, Agent agent, Promotion waiting, String action, String reason) {
    close(tx, caller.tenant(), agent.id());
    audit.record(
        tx,
        caller,
        event(action, agent)
            .with("to", waiting.toState().toString())
            .with("requestedBy", waiting.requestedBy())
            .with("reason", reason));
  }

  private static void requireApproverRole(Caller caller, Promotion waiting) {
    if (!caller.covers(waiting.approverRole())) {
      throw new ApiException(
          ErrorCode.ROLE_REQUIRED,
          "Only " + waiting.approverRole() + " decides about this promotion.");
    }
  }

  private Promotion waiting(Tx tx, OrgId org, GateConfig config, Agent agent) {
    return find(tx, org, config, agent.id())
        .orElseThrow(
            () ->
                new ApiException(
                    ErrorCode.INVALID_TRANSITION,
                    "No promotion of the agent \"" + agent.name() + "\" waits for approval."));
  }

  /** Closes the pending promotion of an agent. */
  void close(Tx tx, OrgId org, String agentId) {
    tx.on(LifecycleStore.class).forgetApprovals(org, agentId);
    tx.on(LifecycleStore.class).closePromotion(org, agentId);
  }

  private static AuditEvent event(String action, Agent agent) {
    return AuditEvent.of(Category.LIFECYCLE, action, "agent", agent.id(), agent.name());
  }
}
