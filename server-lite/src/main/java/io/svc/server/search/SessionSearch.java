package io.svc.server.search;

import io.svc.server.agents.Agent;
import io.svc.server.agents.Agents;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.json.Json;
import io.svc.server.sessions.AgentSession;
import io.svc.server.sessions.AgentSessions;
import java.util.List;
import java.util.Map;

/** Finds sessions by what they are called, and the latest of agents that are called so. */
public final class SessionSearch implements SearchRoutes.Source {
  private final Agents agents;
  private final AgentSessions sessions;

  public SessionSearch(Agents agents, AgentSessions sessions) {
    this.agents = agents;
    this.sessions = sessions;
  }

  @Override
  public List<SearchRoutes.Hit> find(Tx tx, OrgId org, String word, int most) {
    List<String> named = agents.search(tx, org, word, most).stream().map(Agent::id).toList();
    List<AgentSession> found = sessions.search(tx, org, word, named, most);
    Map<String, String> names =
        agents.names(tx, org, found.stream().map(AgentSession::agentId).toList());
    return found.stream()
        .map(session -> hit(session, names.getOrDefault(session.agentId(), ""), word))
        .toList();
  }

  private static SearchRoutes.Hit hit(AgentSession session, String agentName, String word) {
    boolean isCalled =
        List.of(session.id(), session.externalId(), session.traceId()).contains(word);
    return new SearchRoutes.Hit(
        session.id(),
        "session",
        session.externalId().isEmpty() ? session.id() : session.externalId(),
        agentName + " " + Json.time(session.startedAt()),
        "/sessions/" + session.id(),
        isCalled ? 1 : SearchRoutes.Hit.score(agentName, word));
  }
}
