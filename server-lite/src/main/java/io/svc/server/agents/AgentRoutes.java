package io.svc.server.agents;

import io.svc.server.db.Database;
import io.svc.server.db.PageRequest;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.ListRequest;
import io.svc.server.http.Permission;
import io.svc.server.http.Query;
import io.svc.server.http.RouteAccess;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** {@code /api/agents}. */
public final class AgentRoutes {
  private static final int LARGEST_LIST = 500;
  private static final int POLICIES_IN_LIST = 10;

  private final Database database;
  private final Agents agents;
  private final List<AgentExtras> extras;

  /**
   * Creates the routes.
   *
   * @param extras properties from other features
   */
  public AgentRoutes(Database database, Agents agents, List<AgentExtras> extras) {
    this.database = database;
    this.agents = agents;
    this.extras = List.copyOf(extras);
  }

  public void register(Api api) {
    RouteAccess read = RouteAccess.session(Permission.RESOURCES_READ);
    api.list("/api/agents", read, Agents.COLUMNS, this::agents);
    api.get("/api/agents/{agentId}", read, this::agent);
  }

  private AgentList agents(Call call, ListRequest list) {
    Query query = call.query();
    AgentFilter filter =
        new AgentFilter(
            query.text("q").orElse(""),
            query.option("status", Agent.Status.class),
            query.text("platform").map(p -> p.toLowerCase(Locale.ROOT)).orElse(""),
            query.text("environment").orElse(""));
    PageRequest listPage = list.page(LARGEST_LIST, LARGEST_LIST);
    return database.read(
        tx -> {
          Agents.Page page = agents.list(tx, call.org(), filter, listPage);
          return new AgentList(
              AgentView.of(tx, call.org(), page.agents(), extras, POLICIES_IN_LIST),
              page.total(),
              new Facets(
                  page.facets().status(), page.facets().platform(), page.facets().environment()),
              ListRequest.cursor(page.next()));
        });
  }

  private void agent(Call call) {
    String id = call.id("agentId", "agent");
    call.ok(
        database.read(
            tx -> {
              Agent agent = agents.get(tx, call.org(), id);
              return Map.of("agent", AgentView.of(tx, call.org(), agent, extras));
            }));
  }

  private record AgentList(
      List<AgentView> agents, long total, Facets facets, Optional<String> cursor) {}

  private record Facets(
      Map<Agent.Status, Long> status, Map<String, Long> platform, Map<String, Long> environment) {}
}
