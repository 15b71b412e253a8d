package io.svc.server.lifecycle;

import io.svc.server.FeatureModule;
import io.svc.server.SharedComponents;
import io.svc.server.agents.Agent;
import io.svc.server.agents.AgentExtras;
import io.svc.server.agents.Agents;
import io.svc.server.agents.Lifecycle;
import io.svc.server.apikeys.ApiKeys;
import io.svc.server.attestation.Claims;
import io.svc.server.audit.AuditLog;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Api;
import io.svc.server.http.Caller;
import io.svc.server.jobs.Job;
import io.svc.server.policies.Policies;
import io.svc.server.sessions.SessionHealth;
import io.svc.server.tenants.TenantAdministration.TenantDataOwner;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The lifecycle of agents, for other features. Thread-safe. */
public final class AgentLifecycle implements FeatureModule {
  private final GateConfigs configs;
  private final Transitions transitions;
  private final LifecycleRoutes routes;
  private final ProductionMonitor productionMonitor;

  /**
   * Creates the feature.
   *
   * @param extras properties of agents from other features, including certifications
   */
  public AgentLifecycle(
      SharedComponents core,
      ApiKeys keys,
      Agents agents,
      Policies policies,
      Claims claims,
      SessionHealth health,
      List<AgentExtras> extras,
      OpenAlerts alerts) {
    AuditLog audit = core.audit();
    this.configs = new GateConfigs(audit);
    Gates gates = new Gates(new AgentFacts.FactSources(policies, claims, extras, alerts));
    AgentPromotions promotions = new AgentPromotions(audit);
    this.transitions =
        new Transitions(
            core.identifiers(),
            agents,
            core.accounts(),
            keys,
            claims,
            configs,
            gates,
            promotions,
            audit);
    this.productionMonitor =
        new ProductionMonitor(core.database(), agents, configs, gates, health, transitions, audit);
    this.routes =
        new LifecycleRoutes(
            core.database(),
            configs,
            new Checklists(agents, configs, gates, promotions, audit),
            transitions,
            new LifecycleOverview(agents, configs, gates, promotions),
            List.copyOf(extras));
  }

  @Override
  public void register(Api api) {
    routes.register(api);
  }

  /** Registers a discovered agent after its approval. Agents in other states do not change. */
  public Agent register(Tx tx, Caller caller, Agent agent, String reason) {
    if (agent.lifecycle() != Lifecycle.DISCOVERED || agent.containment().contained()) {
      return agent;
    }
    return transitions
        .transition(
            tx,
            caller,
            new Transitions.TransitionRequest(
                agent.id(), Lifecycle.REGISTERED, reason, false, Optional.empty()),
            version -> {})
        .agent();
  }

  /**
   * Contains an agent because of an incident, from this transaction on; returns whether it was not
   * contained before.
   */
  public boolean contain(Tx tx, Caller caller, String agentId, String reason, String incidentId) {
    return transitions.contain(tx, caller, agentId, reason, incidentId);
  }

  /**
   * Releases an agent that no incident contains. It returns to its previous state; to production
   * only if it passes the gate, and otherwise to staging.
   *
   * @return its new state
   */
  public Lifecycle release(Tx tx, Caller caller, String agentId, String reason) {
    return transitions.releaseContained(tx, caller, agentId, reason);
  }

  @Override
  public List<TenantDataOwner> tenantDataOwners() {
    return List.of(new TenantDataOwner("lifecycle", this::removeAll));
  }

  @Override
  public List<Job> jobs(Duration rounds) {
    return List.of(new Job("lifecycle-watch", Duration.ofMinutes(1), this::checkProduction));
  }

  /** Checks every agent in production against its gate. */
  void checkProduction() {
    productionMonitor.checkAll();
  }

  private long removeAll(Tx tx, OrgId org) {
    return configs.removeAll(tx, org)
        + tx.removeAll(
            org,
            "lifecycle_promotion",
            "lifecycle_approval",
            "lifecycle_transition",
            "lifecycle_checklist",
            "lifecycle_check",
            "lifecycle_waiver",
            "lifecycle_degraded");
  }

  /** Counts the open alerts of agents. */
  @FunctionalInterface
  public interface OpenAlerts {
    /**
     * Returns the number of open critical alerts of each agent; agents without any may be omitted.
     */
    Map<String, Long> critical(Tx tx, OrgId org, List<String> agentIds);
  }
}
