package io.svc.server.lifecycle;

import io.svc.server.agents.Agent;
import io.svc.server.agents.Agents;
import io.svc.server.agents.Lifecycle;
import io.svc.server.apikeys.KeyOwners;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Fields;
import io.svc.server.http.Permission;
import io.svc.server.json.Json;
import io.svc.server.tenants.Revisions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/** The checklists of agents: automatic and manual checks. */
final class Checklists {
  private static final int MAX_TRANSITIONS = 20;

  private final Agents agents;
  private final GateConfigs configs;
  private final Gates gates;
  private final AgentPromotions promotions;
  private final AuditLog audit;

  Checklists(
      Agents agents, GateConfigs configs, Gates gates, AgentPromotions promotions, AuditLog audit) {
    this.agents = agents;
    this.configs = configs;
    this.gates = gates;
    this.promotions = promotions;
    this.audit = audit;
  }

  /**
   * Returns the next gate of an agent; for an agent that is in production, or was suspended from
   * it, the last gate.
   */
  static Optional<GateConfig.Gate> gateOf(GateConfig config, Agent agent) {
    Lifecycle state = agent.lifecycle();
    boolean isLast =
        state == Lifecycle.PRODUCTION
            || (state == Lifecycle.SUSPENDED
                && agent.suspendedFrom().filter(Lifecycle.PRODUCTION::equals).isPresent());
    return isLast
        ? Optional.of(config.last())
        : Trigger.next(state).flatMap(to -> config.gate(state, to));
  }

  private static Optional<Lifecycle> targetOf(Agent agent) {
    return switch (agent.lifecycle()) {
      case DISCOVERED -> Optional.of(Lifecycle.REGISTERED);
      case SUSPENDED -> agent.suspendedFrom();
      case PRODUCTION -> Optional.of(Lifecycle.PRODUCTION);
      case RETIRED -> Optional.empty();
      case REGISTERED, TESTING, STAGING -> Trigger.next(agent.lifecycle());
    };
  }

  /**
   * Returns the checklist of an agent for the member who requested its promotion, or otherwise for
   * the caller. Members cannot use their own waivers.
   */
  Checklist get(Tx tx, Caller caller, String agentId) {
    OrgId org = caller.tenant();
    Agent agent = agents.get(tx, org, agentId);
    GateConfig config = configs.get(tx, org).config();
    Optional<Promotion> promotion = promotions.find(tx, org, config, agentId);
    String memberId =
        promotion
            .map(Promotion::requestedPerson)
            .orElseGet(() -> KeyOwners.memberOf(tx, org, caller.id()));
    Optional<GateConfig.Gate> gate = gateOf(config, agent);
    GateResult result =
        gate.map(g -> gates.round(tx, org, config, List.of(agent)).of(agent, g, memberId))
            .orElseGet(() -> GateResult.of(List.of()));
    List<Checklist.WaiverView> waivers =
        tx.on(ChecklistStore.class).waivers(org, List.of(agentId)).stream()
            .map(
                waiver ->
                    new Checklist.WaiverView(
                        waiver.itemKey(),
                        waiver.reason(),
                        waiver.approvedBy(),
                        waiver.approvedAt(),
                        waiver.expiresAt(),
                        waiver.isValid(tx.now(), config.waivers())))
            .toList();
    Optional<Lifecycle> target = targetOf(agent);
    return new Checklist(
        agentId,
        agent.lifecycle(),
        target,
        result.items(),
        waivers,
        target.isPresent() && result.passed(),
        result.blocking(),
        Trigger.next(agent.lifecycle()).isPresent()
            ? gate.map(GateConfig.Gate::minApprovals).orElse(0)
            : 0,
        promotion,
        tx.on(LifecycleStore.class).history(org, agentId, MAX_TRANSITIONS).stream()
            .map(LifecycleTransition::of)
            .toList(),
        version(tx, org, agentId));
  }

  private static long version(Tx tx, OrgId org, String agentId) {
    return tx.on(ChecklistStore.class).version(org, agentId).orElse(1L);
  }

  /** Applies a request to change a checklist. */
  Checklist change(
      Tx tx, Caller caller, String agentId, Fields fields, LongConsumer expectVersion) {
    OrgId org = caller.tenant();
    Revisions.lock(tx, org);
    Agent agent = agents.get(tx, org, agentId);
    expectVersion.accept(version(tx, org, agentId));
    GateConfig config = configs.get(tx, org).config();
    ChecklistReader.ChecklistUpdate sent = ChecklistReader.read(fields, config);
    fields.echo(Json.tree(get(tx, caller, agentId)));
    fields.check();
    boolean isChanged = check(tx, caller, agent, sent.checks());
    if (sent.waivers().isPresent()) {
      isChanged |= waive(tx, caller, agent, config, sent.waivers().get());
    }
    if (isChanged) {
      tx.on(ChecklistStore.class).changed(org, agentId);
    }
    return get(tx, caller, agentId);
  }

  private boolean check(Tx tx, Caller caller, Agent agent, List<ChecklistReader.CheckInput> sent) {
    OrgId org = caller.tenant();
    Map<String, ManualCheck> existing = new HashMap<>();
    tx.on(ChecklistStore.class)
        .checks(org, List.of(agent.id()))
        .forEach(check -> existing.put(check.itemKey(), check));
    boolean isChanged = false;
    for (ChecklistReader.CheckInput check : sent) {
      ManualCheck before = existing.get(check.key());
      GateItem.Status was = before == null ? GateItem.Status.NOT_EVALUATED : before.status();
      boolean isSame =
          before == null
              ? check.status() == was && check.note().isEmpty() && check.evidenceUrl().isEmpty()
              : before.hasResult(check.status(), check.note(), check.evidenceUrl());
      if (isSame) {
        continue;
      }
      tx.on(ChecklistStore.class).check(org, agent.id(), check, caller.id(), tx.now());
      audit.record(
          tx,
          caller,
          event("lifecycle.check", agent)
              .with("item", check.key())
              .with("from", was.toString())
              .with("to", check.status().toString())
              .with("note", check.note())
              .with("evidenceUrl", check.evidenceUrl()));
      isChanged = true;
    }
    return isChanged;
  }

  private boolean waive(
      Tx tx,
      Caller caller,
      Agent agent,
      GateConfig config,
      List<ChecklistReader.WaiverInput> sent) {
    OrgId org = caller.tenant();
    ChecklistStore store = tx.on(ChecklistStore.class);
    Map<String, Checklist.Waiver> currentWaivers = new HashMap<>();
    store
        .waivers(org, List.of(agent.id()))
        .forEach(stored -> currentWaivers.put(stored.itemKey(), stored));
    List<ChecklistReader.WaiverInput> fresh = new ArrayList<>();
    for (ChecklistReader.WaiverInput waiver : sent) {
      Checklist.Waiver before = currentWaivers.remove(waiver.key());
      boolean isSame =
          before != null
              && before.reason().equals(waiver.reason())
              && before.expiresAt().equals(waiver.expiresAt());
      if (!isSame) {
        fresh.add(waiver);
      }
    }
    for (ChecklistReader.WaiverInput waiver : fresh) {
      validateWaiver(tx, caller, config, waiver);
      store.waive(
          org, agent.id(), waiver, caller.id(), KeyOwners.memberOf(tx, org, caller.id()), tx.now());
      audit.record(
          tx,
          caller,
          event("lifecycle.waive", agent)
              .with("item", waiver.key())
              .with("reason", waiver.reason())
              .with("expiresAt", Json.time(waiver.expiresAt())));
    }
    for (Checklist.Waiver waiver : currentWaivers.values()) {
      store.unwaive(org, agent.id(), waiver.itemKey());
      audit.record(tx, caller, event("lifecycle.end_waiver", agent).with("item", waiver.itemKey()));
    }
    return !fresh.isEmpty() || !currentWaivers.isEmpty();
  }

  private static void validateWaiver(
      Tx tx, Caller caller, GateConfig config, ChecklistReader.WaiverInput waiver) {
    caller.require(Permission.APPROVALS_DECIDE);
    for (GateConfig.Gate gate : config.gates()) {
      boolean isEnough = caller.covers(gate.approverRole());
      if (!isEnough && GateConfig.requires(gate, waiver.key())) {
        throw new ApiException(
            ErrorCode.ROLE_REQUIRED,
            "Only " + gate.approverRole() + " can waive items of the gate to " + gate.to() + ".");
      }
    }
    ChecklistReader.denialReason(waiver, config.waivers(), tx.now())
        .ifPresent(
            reason -> {
              throw new ApiException(
                  ErrorCode.VALIDATION_FAILED,
                  reason,
                  List.of(new ApiException.FieldError("invalid", "waivers", reason)));
            });
  }

  private static AuditEvent event(String action, Agent agent) {
    return AuditEvent.of(Category.LIFECYCLE, action, "agent", agent.id(), agent.name());
  }
}
