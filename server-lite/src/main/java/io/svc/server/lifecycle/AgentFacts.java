package io.svc.server.lifecycle;

import io.svc.server.agents.Agent;
import io.svc.server.agents.AgentExtras;
import io.svc.server.attestation.Claims;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.policies.ActivePolicy;
import io.svc.server.policies.Policies;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The facts about some agents, read together. */
final class AgentFacts {
  private static final String CERTIFIED = "CERTIFIED";

  private final Map<String, List<AgentExtras.PolicyRef>> policies;
  private final List<ActivePolicy> evaluated;
  private final Map<String, AgentExtras.Certification> certified;
  private final Set<String> attested;
  private final Map<String, AgentExtras.Discovered> discovered;
  private final Map<String, Long> criticalAlerts;
  private final Map<String, LifecycleStore.StateEntryTime> arrivals;
  private final Map<String, Map<String, ManualCheck>> checks;
  private final Map<String, Map<String, Checklist.Waiver>> waivers;

  /** The sources of facts. */
  record FactSources(
      Policies policies,
      Claims claims,
      List<AgentExtras> extras,
      AgentLifecycle.OpenAlerts alerts) {
    FactSources {
      extras = List.copyOf(extras);
    }
  }

  private AgentFacts(Tx tx, OrgId org, List<String> ids, FactSources sources) {
    this.policies = sources.policies().policies(tx, org, ids);
    this.evaluated = ids.isEmpty() ? List.of() : sources.policies().evaluated(tx, org);
    this.attested = sources.claims().agentsWithValidClaim(tx, org, ids);
    this.certified = new HashMap<>();
    this.discovered = new HashMap<>();
    for (AgentExtras extra : sources.extras()) {
      discovered.putAll(extra.discovered(tx, org, ids));
      extra
          .certifications(tx, org, ids)
          .forEach(
              (id, certification) -> {
                if (certification.status().equals(CERTIFIED)) {
                  certified.put(id, certification);
                }
              });
    }
    this.criticalAlerts = sources.alerts().critical(tx, org, ids);
    if (ids.isEmpty()) {
      this.arrivals = Map.of();
      this.checks = Map.of();
      this.waivers = Map.of();
      return;
    }
    this.arrivals =
        tx.on(LifecycleStore.class).arrivals(org, ids).stream()
            .collect(Collectors.toMap(LifecycleStore.StateEntryTime::agentId, arrival -> arrival));
    ChecklistStore store = tx.on(ChecklistStore.class);
    this.checks =
        store.checks(org, ids).stream()
            .collect(
                Collectors.groupingBy(
                    ManualCheck::agentId, Collectors.toMap(ManualCheck::itemKey, check -> check)));
    this.waivers =
        store.waivers(org, ids).stream()
            .collect(
                Collectors.groupingBy(
                    Checklist.Waiver::agentId,
                    Collectors.toMap(Checklist.Waiver::itemKey, waiver -> waiver)));
  }

  static AgentFacts of(Tx tx, OrgId org, List<Agent> agents, FactSources sources) {
    return new AgentFacts(tx, org, agents.stream().map(Agent::id).toList(), sources);
  }

  /** Returns all policies that apply to an agent, in any mode. */
  List<AgentExtras.PolicyRef> policies(Agent agent) {
    return policies.getOrDefault(agent.id(), List.of());
  }

  /** Returns the policies that are enforced for an agent. */
  List<ActivePolicy> enforcing(Agent agent) {
    List<ActivePolicy> enforcing = new ArrayList<>();
    for (ActivePolicy policy : evaluated) {
      if (policy.effectiveMode().isEnforcing() && policy.appliesTo(agent.id())) {
        enforcing.add(policy);
      }
    }
    return enforcing;
  }

  Optional<AgentExtras.Certification> certification(Agent agent) {
    return Optional.ofNullable(certified.get(agent.id()));
  }

  /** Returns the risk of an agent; empty when it was not assessed. */
  Optional<AgentExtras.Risk> risk(Agent agent) {
    return Optional.ofNullable(discovered.get(agent.id())).map(AgentExtras.Discovered::risk);
  }

  boolean isAttested(Agent agent) {
    return attested.contains(agent.id());
  }

  /** Returns the number of open critical alerts. */
  long criticalAlerts(Agent agent) {
    return criticalAlerts.getOrDefault(agent.id(), 0L);
  }

  /** Returns when an agent entered its state; empty when it never changed. */
  Optional<LifecycleStore.StateEntryTime> arrival(Agent agent) {
    return Optional.ofNullable(arrivals.get(agent.id()))
        .filter(arrival -> arrival.toState() == agent.lifecycle());
  }

  Optional<ManualCheck> check(Agent agent, String key) {
    return Optional.ofNullable(checks.getOrDefault(agent.id(), Map.of()).get(key));
  }

  Optional<Checklist.Waiver> waiver(Agent agent, String key) {
    return Optional.ofNullable(waivers.getOrDefault(agent.id(), Map.of()).get(key));
  }
}
