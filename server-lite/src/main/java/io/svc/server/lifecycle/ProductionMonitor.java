package io.svc.server.lifecycle;

import io.svc.server.agents.Agent;
import io.svc.server.agents.Agents;
import io.svc.server.agents.Lifecycle;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Caller;
import io.svc.server.json.Json;
import io.svc.server.sessions.SessionHealth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Evaluates the gate of agents in production, and records which of them would no longer pass it or
 * are degraded, and since when.
 */
final class ProductionMonitor {
  private static final int AT_ONCE = 200;

  private final Database database;
  private final Agents agents;
  private final GateConfigs configs;
  private final Gates gates;
  private final SessionHealth health;
  private final Transitions transitions;
  private final AuditLog audit;

  ProductionMonitor(
      Database database,
      Agents agents,
      GateConfigs configs,
      Gates gates,
      SessionHealth health,
      Transitions transitions,
      AuditLog audit) {
    this.database = database;
    this.agents = agents;
    this.configs = configs;
    this.gates = gates;
    this.health = health;
    this.transitions = transitions;
    this.audit = audit;
  }

  /** Checks every agent in production of every tenant. */
  void checkAll() {
    for (OrgId org : database.read(tx -> agents.tenantsWith(tx, Lifecycle.PRODUCTION))) {
      String after = "";
      do {
        after = checkNext(org, after);
      } while (!after.isEmpty());
    }
  }

  /** The agents whose recorded state changed, and the last identifier; empty at the end. */
  private record BatchResult(Map<String, AgentState> changed, String last) {}

  /**
   * The current state of an agent.
   *
   * @param reasons why it is degraded; empty when it is not
   * @param demotes whether it must leave production
   */
  private record AgentState(List<String> reasons, boolean demotes) {}

  /** Checks the next agents; returns the last identifier, or an empty text at the end. */
  private String checkNext(OrgId org, String after) {
    BatchResult seen = database.read(tx -> checkAgents(tx, org, after));
    if (!seen.changed().isEmpty()) {
      database.change(tx -> seen.changed().forEach((id, sight) -> note(tx, org, id, sight)));
    }
    return seen.last();
  }

  private BatchResult checkAgents(Tx tx, OrgId org, String after) {
    GateConfig config = configs.get(tx, org).config();
    List<Agent> some = agents.inState(tx, org, Lifecycle.PRODUCTION, after, AT_ONCE);
    if (some.isEmpty()) {
      return new BatchResult(Map.of(), "");
    }
    List<String> ids = some.stream().map(Agent::id).toList();
    Map<String, String> noted = new LinkedHashMap<>();
    tx.on(ChecklistStore.class)
        .degraded(org, ids)
        .forEach(row -> noted.put(row.agentId(), row.reasons()));
    Map<String, SessionHealth.FailureRates> healthRates =
        health.rates(tx, org, ids, Duration.ofHours(config.degraded().windowHours()));
    Gates.GateEvaluation round = gates.round(tx, org, config, some);
    Map<String, AgentState> changed = new LinkedHashMap<>();
    for (Agent agent : some) {
      List<String> reasons = new ArrayList<>(round.of(agent, config.last(), "").blocking());
      Optional.ofNullable(healthRates.get(agent.id()))
          .ifPresent(sessionRate -> reasons.addAll(rates(sessionRate, config.degraded())));
      boolean demotes = config.autoDemoteOnCritical() && round.criticalAlerts(agent) > 0;
      String before = noted.getOrDefault(agent.id(), "[]");
      if (demotes || !before.equals(Json.text(reasons))) {
        changed.put(agent.id(), new AgentState(reasons, demotes));
      }
    }
    return new BatchResult(changed, some.size() < AT_ONCE ? "" : ids.get(ids.size() - 1));
  }

  private static List<String> rates(
      SessionHealth.FailureRates healthRates, GateConfig.DegradationLimits limits) {
    List<String> reasons = new ArrayList<>();
    healthRates
        .denied()
        .filter(rate -> rate > limits.denyRate())
        .ifPresent(rate -> reasons.add("deny_rate " + Math.round(100 * rate) + "%"));
    healthRates
        .failed()
        .filter(rate -> rate > limits.errorRate())
        .ifPresent(rate -> reasons.add("error_rate " + Math.round(100 * rate) + "%"));
    return reasons;
  }

  private void note(Tx tx, OrgId org, String agentId, AgentState sight) {
    Optional<Agent> agent =
        agents
            .find(tx, org, agentId)
            .filter(candidate -> candidate.lifecycle() == Lifecycle.PRODUCTION);
    if (agent.isEmpty()) {
      // It left production during the check.
      return;
    }
    Caller caller = Caller.system("lifecycle", org);
    if (sight.demotes()) {
      transitions.transition(
          tx,
          caller,
          new Transitions.TransitionRequest(
              agentId,
              Lifecycle.STAGING,
              "A critical alert about the agent is open.",
              false,
              Optional.empty()),
          version -> {});
      return;
    }
    ChecklistStore store = tx.on(ChecklistStore.class);
    boolean wasDegraded = !store.degraded(org, List.of(agentId)).isEmpty();
    if (sight.reasons().isEmpty()) {
      store.recover(org, agentId);
    } else {
      store.degrade(org, agentId, Json.text(sight.reasons()), tx.now());
    }
    if (wasDegraded == sight.reasons().isEmpty()) {
      audit.record(
          tx,
          caller,
          AuditEvent.of(
                  Category.LIFECYCLE,
                  wasDegraded ? "lifecycle.recovered" : "lifecycle.degraded",
                  "agent",
                  agentId,
                  agent.get().name())
              .with("reasons", String.join(", ", sight.reasons())));
    }
  }
}
