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
final class Participants {
  private final Tx tx;
  private final OrgId org;
  private final Agents agents;
  private final AgentSessions sessions;
  private final boolean takesIn;
  private final Map<String, Optional<String>> known = new HashMap<>();
  private final Map<String, Optional<AgentSession>> called = new HashMap<>();

  Participants(Tx tx, OrgId org, Agents agents, AgentSessions sessions, Tenants tenants) {
    this.tx = tx;
    this.org = org;
    this.agents = agents;
    this.sessions = sessions;
    this.takesIn = tenants.get(tx, org).settings().autoRegister();
  }

  /**
   * The agent and session of an item.
   *
   * @param session the key for {@link io.svc.server.sessions.SessionBatch}; empty for none
   */
  record Place(String agentId, Optional<String> session) {}

  /**
   * Returns the agent of an item. Empty when the agent is unknown and not registered by the item,
   * and when the sender can only act for another agent.
   */
  Optional<Place> place(TelemetryItem item) {
    return item.boundTo().isEmpty() ? anyPlace(item, item.introduces()) : ownPlace(item);
  }

  /** An item without an agent, or with a service name only, belongs to the sender's agent. */
  private Optional<Place> ownPlace(TelemetryItem item) {
    String own = item.boundTo().orElseThrow();
    if (item.change().isPresent() || agents.find(tx, org, own).isEmpty()) {
      return Optional.empty();
    }
    Optional<Place> place = item.actor().isEmpty() ? Optional.empty() : anyPlace(item, false);
    return place.isPresent()
        ? place.filter(found -> found.agentId().equals(own))
        : item.actor().filter(actor -> !actor.isImplied()).isPresent()
            ? Optional.empty()
            : Optional.of(new Place(own, item.run().map(SessionReference::name)));
  }

  private Optional<Place> anyPlace(TelemetryItem item, boolean introduces) {
    TelemetryActor actor = item.actor().orElseThrow();
    Optional<String> name = item.run().map(SessionReference::name);
    if (actor.isImplied() && name.isPresent()) {
      Optional<AgentSession> session =
          called.computeIfAbsent(name.get(), any -> sessions.called(tx, org, any));
      if (session.isPresent()) {
        return session.map(found -> new Place(found.agentId(), Optional.of(found.id())));
      }
    }
    return agent(actor, introduces).map(id -> new Place(id, name));
  }

  private Optional<String> agent(TelemetryActor actor, boolean introduces) {
    String key = actor.platform() + "\0" + actor.externalId();
    Optional<String> found = known.get(key);
    if (found == null || (found.isEmpty() && introduces)) {
      found = find(actor).map(Agent::id);
      if (found.isEmpty() && introduces && takesIn && !actor.isOurs()) {
        found =
            Optional.of(
                agents
                    .discovered(
                        tx, org, actor.platform(), actor.externalId(), actor.name(), tx.now())
                    .id());
        // Sessions that were not found so far may be this agent's from now on.
        called.values().removeIf(Optional::isEmpty);
      }
      known.put(key, found);
    }
    return found;
  }

  private Optional<Agent> find(TelemetryActor actor) {
    if (actor.isOurs()) {
      return agents.find(tx, org, actor.externalId());
    }
    Optional<Agent> own = agents.byExternalId(tx, org, actor.platform(), actor.externalId());
    return own.isPresent() || !actor.platform().equals(TelemetryActor.OTEL)
        ? own
        : agents.byExternalId(tx, org, actor.externalId());
  }
}
