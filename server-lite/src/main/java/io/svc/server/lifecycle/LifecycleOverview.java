package io.svc.server.lifecycle;

import io.svc.server.agents.Agent;
import io.svc.server.agents.Agents;
import io.svc.server.agents.Lifecycle;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The lifecycle states of a tenant's agents, and the agents that need attention. */
final class LifecycleOverview {
  private static final int MAX = 100;

  private final Agents agents;
  private final GateConfigs configs;
  private final Gates gates;
  private final AgentPromotions promotions;

  LifecycleOverview(Agents agents, GateConfigs configs, Gates gates, AgentPromotions promotions) {
    this.agents = agents;
    this.configs = configs;
    this.gates = gates;
    this.promotions = promotions;
  }

  /**
   * The overview. Lists of agents have at most 100 entries.
   *
   * @param funnel the counts of each state, in order
   * @param promotionQueue agents whose promotion waits for approval, longest first; then agents in
   *     staging
   * @param degradedAgents degraded agents in production, latest first
   * @param staleCandidates agents without activity, longest first
   */
  record View(
      List<StateCount> funnel,
      List<QueuedAgent> promotionQueue,
      List<DegradedAgent> degradedAgents,
      List<InactiveAgent> staleCandidates,
      Instant updatedAt) {}

  /** The number of agents in a state. */
  record StateCount(Lifecycle state, long count) {}

  /**
   * An agent whose promotion waits for approval, or that is in staging.
   *
   * @param requestedBy who requested its promotion; empty when there is no request
   * @param waitingSince time of the request, or otherwise when the agent entered its state
   */
  record QueuedAgent(
      String agentId,
      String name,
      Lifecycle fromState,
      Lifecycle toState,
      boolean ready,
      List<String> blocking,
      Optional<String> requestedBy,
      int approvals,
      int approvalsNeeded,
      Optional<Instant> waitingSince) {}

  /** A degraded agent in production. */
  record DegradedAgent(String agentId, String name, List<String> reasons, Instant since) {}

  /** An agent without activity for a long time. */
  record InactiveAgent(String agentId, String name, Instant lastSeenAt, long idleDays) {}

  View of(Tx tx, OrgId org) {
    GateConfig config = configs.get(tx, org).config();
    List<StateCount> funnel =
        agents.byLifecycle(tx, org).entrySet().stream()
            .map(step -> new StateCount(step.getKey(), step.getValue()))
            .toList();
    return new View(
        funnel, queue(tx, org, config), degraded(tx, org), stale(tx, org, config), tx.now());
  }

  private List<QueuedAgent> queue(Tx tx, OrgId org, GateConfig config) {
    Map<String, Promotion> pendingPromotions = new LinkedHashMap<>();
    promotions
        .oldest(tx, org, config, MAX)
        .forEach(
            pendingPromotion ->
                pendingPromotions.put(pendingPromotion.agentId(), pendingPromotion));
    Map<String, Agent> queued = new LinkedHashMap<>();
    pendingPromotions
        .keySet()
        .forEach(
            id ->
                agents
                    .find(tx, org, id)
                    .ifPresent(pendingPromotion -> queued.put(id, pendingPromotion)));
    for (Agent agent : agents.inState(tx, org, Lifecycle.STAGING, "", MAX)) {
      if (queued.size() < MAX) {
        queued.putIfAbsent(agent.id(), agent);
      }
    }
    Gates.GateEvaluation round = gates.round(tx, org, config, List.copyOf(queued.values()));
    List<QueuedAgent> queue = new ArrayList<>();
    for (Agent agent : queued.values()) {
      Optional<Promotion> promotion = Optional.ofNullable(pendingPromotions.get(agent.id()));
      Checklists.gateOf(config, agent)
          .ifPresent(gate -> queue.add(queued(round, agent, gate, promotion)));
    }
    return queue;
  }

  private static QueuedAgent queued(
      Gates.GateEvaluation round,
      Agent agent,
      GateConfig.Gate gate,
      Optional<Promotion> promotion) {
    GateResult result = round.of(agent, gate, promotion.map(Promotion::requestedPerson).orElse(""));
    return new QueuedAgent(
        agent.id(),
        agent.name(),
        gate.from(),
        gate.to(),
        result.passed(),
        result.blocking(),
        promotion.map(Promotion::requestedBy),
        promotion.map(pending -> pending.approvals().size()).orElse(0),
        gate.minApprovals(),
        promotion.map(Promotion::requestedAt).or(() -> round.arrival(agent)));
  }

  private List<DegradedAgent> degraded(Tx tx, OrgId org) {
    List<ChecklistStore.DegradedRow> rows = tx.on(ChecklistStore.class).lastDegraded(org, MAX);
    Map<String, String> names =
        agents.names(
            tx,
            org,
            rows.stream().map(ChecklistStore.DegradedRow::agentId).collect(Collectors.toList()));
    return rows.stream()
        .map(
            row ->
                new DegradedAgent(
                    row.agentId(),
                    names.getOrDefault(row.agentId(), row.agentId()),
                    List.of(Json.readStored(row.reasons(), String[].class)),
                    row.since()))
        .toList();
  }

  private List<InactiveAgent> stale(Tx tx, OrgId org, GateConfig config) {
    Instant before = tx.now().minus(Duration.ofDays(config.staleAfterDays()));
    return agents.idle(tx, org, before, MAX).stream()
        .map(
            agent ->
                new InactiveAgent(
                    agent.id(),
                    agent.name(),
                    agent.lastSeenAt(),
                    Duration.between(agent.lastSeenAt(), tx.now()).toDays()))
        .toList();
  }
}
