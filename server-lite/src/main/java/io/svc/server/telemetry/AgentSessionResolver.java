package io.svc.server.telemetry;

import io.svc.server.agents.Agent;
import io.svc.server.agents.Agents;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.sessions.AgentSession;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.tenants.Tenants;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Determines the agent and the session of one tenant's items in one transaction. */
final class AgentSessionResolver {
  private final Tx tx;
  private final OrgId org;
  private final Agents agents;
  private final AgentSessions sessions;
  private final boolean registersAgents;
  private final Map<String, Optional<String>> agentIds = new HashMap<>();
  private final Map<String, Optional<AgentSession>> called = new HashMap<>();

  AgentSessionResolver(Tx tx, OrgId org, Agents agents, AgentSessions sessions, Tenants tenants) {
    this.tx = tx;
    this.org = org;
    this.agents = agents;
    this.sessions = sessions;
    this.registersAgents = tenants.get(tx, org).settings().autoRegister();
  }

  /**
   * The agent and session of an item.
   *
   * @param session the key for {@link io.svc.server.sessions.SessionBatch}; empty for none
   */
  record AgentAndSession(String agentId, Optional<String> session) {}

  /**
   * Returns the agent of an item. Empty when the agent is unknown and not registered by the item,
   * and when the sender can only act for another agent.
   */
  Optional<AgentAndSession> resolve(TelemetryItem item) {
    return item.boundTo().isEmpty() ? resolvedPlace(item, item.introduces()) : senderPlace(item);
  }

  /** An item without an agent, or with a service name only, belongs to the sender's agent. */
  private Optional<AgentAndSession> senderPlace(TelemetryItem item) {
    String boundAgent = item.boundTo().orElseThrow();
    if (item.change().isPresent() || agents.find(tx, org, boundAgent).isEmpty()) {
      return Optional.empty();
    }
    Optional<AgentAndSession> resolved =
        item.actor().isEmpty() ? Optional.empty() : resolvedPlace(item, false);
    return resolved.isPresent()
        ? resolved.filter(found -> found.agentId().equals(boundAgent))
        : item.actor().filter(actor -> !actor.isImplied()).isPresent()
            ? Optional.empty()
            : Optional.of(new AgentAndSession(boundAgent, item.run().map(SessionReference::name)));
  }

  private Optional<AgentAndSession> resolvedPlace(TelemetryItem item, boolean registersAgent) {
    TelemetryActor actor = item.actor().orElseThrow();
    Optional<String> name = item.run().map(SessionReference::name);
    if (actor.isImplied() && name.isPresent()) {
      Optional<AgentSession> session =
          called.computeIfAbsent(name.get(), any -> sessions.called(tx, org, any));
      if (session.isPresent()) {
        return session.map(found -> new AgentAndSession(found.agentId(), Optional.of(found.id())));
      }
    }
    return agent(actor, registersAgent).map(id -> new AgentAndSession(id, name));
  }

  private Optional<String> agent(TelemetryActor actor, boolean registersAgent) {
    String key = actor.platform() + "\0" + actor.externalId();
    Optional<String> found = agentIds.get(key);
    if (found == null || (found.isEmpty() && registersAgent)) {
      found = find(actor).map(Agent::id);
      if (found.isEmpty() && registersAgent && registersAgents && !actor.isAgentId()) {
        found =
            Optional.of(
                agents
                    .discovered(
                        tx, org, actor.platform(), actor.externalId(), actor.name(), tx.now())
                    .id());
        // Sessions that were not found so far may be this agent's from now on.
        called.values().removeIf(Optional::isEmpty);
      }
      agentIds.put(key, found);
    }
    return found;
  }

  private Optional<Agent> find(TelemetryActor actor) {
    if (actor.isAgentId()) {
      return agents.find(tx, org, actor.externalId());
    }
    Optional<Agent> registered = agents.byExternalId(tx, org, actor.platform(), actor.externalId());
    return registered.isPresent() || !actor.platform().equals(TelemetryActor.OTEL)
        ? registered
        : agents.byExternalId(tx, org, actor.externalId());
  }
}
