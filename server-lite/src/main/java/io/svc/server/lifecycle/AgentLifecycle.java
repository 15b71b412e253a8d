package io.svc.server.lifecycle;

import io.svc.server.accounts.Accounts;
import io.svc.server.agents.Agent;
import io.svc.server.agents.AgentExtras;
import io.svc.server.agents.Agents;
import io.svc.server.agents.Lifecycle;
import io.svc.server.apikeys.ApiKeys;
import io.svc.server.attestation.Claims;
import io.svc.server.audit.AuditLog;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Api;
import io.svc.server.http.Caller;
import io.svc.server.policies.Policies;
import io.svc.server.sessions.SessionHealth;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The way of agents to production, as the rest of the service sees it. Safe for many threads. */
public final class AgentLifecycle {
  private final GateConfigs configs;
  private final Transitions transitions;
  private final LifecycleRoutes routes;
  private final ProductionWatch watch;

  /**
   * What it stands on.
   *
   * @param extras what features know about agents: told with an agent, and asked for certifications
   */
  public record Sources(
      Database database,
      Identifiers identifiers,
      AuditLog audit,
      Accounts accounts,
      ApiKeys keys,
      Agents agents,
      Policies policies,
      Claims claims,
      SessionHealth health,
      List<AgentExtras> extras,
      OpenAlerts alerts) {
    public Sources {
      extras = List.copyOf(extras);
    }
  }

  public AgentLifecycle(Sources sources) {
    this.configs = new GateConfigs(sources.audit());
    Gates gates =
        new Gates(
            new Findings.Sources(
                sources.policies(), sources.claims(), sources.extras(), sources.alerts()));
    Promotions promotions = new Promotions(sources.audit());
    this.transitions =
        new Transitions(
            sources.identifiers(),
            sources.agents(),
            sources.accounts(),
            sources.keys(),
            sources.claims(),
            configs,
            gates,
            promotions,
            sources.audit());
    this.watch =
        new ProductionWatch(
            sources.database(),
            sources.agents(),
            configs,
            gates,
            sources.health(),
            transitions,
            sources.audit());
    this.routes =
        new LifecycleRoutes(
            sources.database(),
            configs,
            new Checklists(sources.agents(), configs, gates, promotions, sources.audit()),
            transitions,
            new LifecycleOverview(sources.agents(), configs, gates, promotions),
            sources.extras());
  }

  public void register(Api api) {
    routes.register(api);
  }

  /**
   * Registers an agent that was only discovered, because somebody approved of it; one that is
   * further on its way, or was taken from it, stays where it is.
   */
  public Agent register(Tx tx, Caller caller, Agent agent, String reason) {
    if (agent.lifecycle() != Lifecycle.DISCOVERED || agent.containment().contained()) {
      return agent;
    }
    return transitions
        .transition(
            tx,
            caller,
            new Transitions.Order(
                agent.id(), Lifecycle.REGISTERED, reason, false, Optional.empty()),
            version -> {})
        .agent();
  }

  /**
   * An incident holds an agent back, from this transaction on; tells whether it went free before.
   */
  public boolean contain(Tx tx, Caller caller, String agentId, String reason, String incidentId) {
    return transitions.contain(tx, caller, agentId, reason, incidentId);
  }

  /**
   * No incident holds an agent back any more. It goes back to where it was; to production only when
   * it passes the gate, and else to staging.
   *
   * @return where it is now
   */
  public Lifecycle release(Tx tx, Caller caller, String agentId, String reason) {
    return transitions.releaseContained(tx, caller, agentId, reason);
  }

  /** Holds every agent in production against its gate. */
  public void watch() {
    watch.lookAtAll();
  }

  /** Removes everything of a tenant; tells how many rows that were. */
  public long removeAll(Tx tx, OrgId org) {
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
    /** How many critical ones there are about each; agents without any may be left out. */
    Map<String, Long> critical(Tx tx, OrgId org, List<String> agentIds);
  }
}
