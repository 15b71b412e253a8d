package io.svc.server.search;

import io.svc.server.agents.Agent;
import io.svc.server.agents.Agents;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.Comparator;
import java.util.List;

/** Finds agents by their names, owners, platforms, tools and tags. */
public final class AgentSearch implements SearchRoutes.Source {
  private final Agents agents;

  public AgentSearch(Agents agents) {
    this.agents = agents;
  }

  @Override
  public List<SearchRoutes.Hit> find(Tx tx, OrgId org, String word, int most) {
    return agents.search(tx, org, word, most).stream()
        .map(agent -> hit(agent, word))
        .sorted(Comparator.comparing((SearchRoutes.Hit hit) -> hit.score()).reversed())
        .toList();
  }

  private static SearchRoutes.Hit hit(Agent agent, String word) {
    return new SearchRoutes.Hit(
        agent.id(),
        "agent",
        agent.name(),
        agent.platform() + " " + agent.externalId(),
        "/agents/" + agent.id(),
        SearchRoutes.Hit.score(agent.name(), word));
  }
}
