package io.svc.server.search;

import io.svc.server.agents.Agent;
import io.svc.server.agents.Agents;
import io.svc.server.alerts.Alerts;
import io.svc.server.approvals.Approvals;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.incidents.Incidents;
import io.svc.server.json.Json;
import io.svc.server.mcp.McpInventory;
import io.svc.server.policies.Policies;
import io.svc.server.search.SearchRoutes.Hit;
import io.svc.server.search.SearchRoutes.SearchSource;
import io.svc.server.sessions.AgentSession;
import io.svc.server.sessions.AgentSessions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The kinds of records that the search covers. */
public final class SearchSources {
  private SearchSources() {}

  /** Searches names, owners, platforms, tools and tags of agents. */
  public static SearchSource agents(Agents agents) {
    return ranked(
        agents::search,
        agent ->
            new MatchedRecord(
                "agent",
                "/agents/",
                agent.id(),
                agent.name(),
                agent.platform() + " " + agent.externalId()));
  }

  /** Searches titles, threats, agents and destinations of recent alerts. */
  public static SearchSource alerts(Alerts alerts) {
    return ranked(
        alerts::search,
        alert ->
            new MatchedRecord(
                "alert",
                "/alerts/",
                alert.alertId(),
                alert.title(),
                alert.severity() + " " + alert.threatType()));
  }

  /** Searches agents, tools, hosts, paths, rules and reasons of recent approvals. */
  public static SearchSource approvals(Approvals approvals) {
    return ranked(
        approvals::search,
        approval ->
            new MatchedRecord(
                "approval", "/approvals/", approval.id(), approval.title(), approval.subtitle()));
  }

  /** Searches titles, summaries and numbers of recent incidents. */
  public static SearchSource incidents(Incidents incidents) {
    return ranked(
        incidents::search,
        incident ->
            new MatchedRecord(
                "incident",
                "/incidents/",
                incident.incidentId(),
                incident.title(),
                "#" + incident.number() + " " + incident.severity() + " " + incident.status()));
  }

  /** Searches names, descriptions and tags of policies. */
  public static SearchSource policies(Policies policies) {
    return ranked(
        policies::search,
        policy ->
            new MatchedRecord(
                "policy",
                "/policies/",
                policy.id(),
                policy.name(),
                policy.stage() + (policy.enabled() ? "" : ", disabled")));
  }

  /** Searches names, clients, files and commands of MCP servers. */
  public static SearchSource servers(McpInventory inventory) {
    return ranked(
        inventory::search,
        server ->
            new MatchedRecord(
                "mcp_server",
                "/mcp/",
                server.id(),
                server.name(),
                server.source() + " " + server.configPath()));
  }

  /** Searches the names of sessions, and finds the latest sessions of matching agents. */
  public static SearchSource sessions(Agents agents, AgentSessions sessions) {
    return (tx, org, word, limit) -> {
      List<String> named = agents.search(tx, org, word, limit).stream().map(Agent::id).toList();
      List<AgentSession> found = sessions.search(tx, org, word, named, limit);
      Map<String, String> names =
          agents.names(tx, org, found.stream().map(AgentSession::agentId).toList());
      return found.stream()
          .map(session -> hit(session, names.getOrDefault(session.agentId(), ""), word))
          .toList();
    };
  }

  private static Hit hit(AgentSession session, String agentName, String word) {
    boolean isNamed = List.of(session.id(), session.externalId(), session.traceId()).contains(word);
    return new Hit(
        session.id(),
        "session",
        session.externalId().isEmpty() ? session.id() : session.externalId(),
        agentName + " " + Json.time(session.startedAt()),
        "/sessions/" + session.id(),
        isNamed ? 1 : Hit.score(agentName, word));
  }

  @FunctionalInterface
  private interface SearchFunction<T> {
    List<T> find(Tx tx, OrgId org, String word, int limit);
  }

  private record MatchedRecord(String type, String url, String id, String title, String subtitle) {
    Hit hit(String word) {
      return new Hit(id, type, title, subtitle, url + id, Hit.score(title, word));
    }
  }

  private static <T> SearchSource ranked(
      SearchFunction<T> search, Function<T, MatchedRecord> found) {
    return (tx, org, word, limit) ->
        search.find(tx, org, word, limit).stream()
            .map(row -> found.apply(row).hit(word))
            .sorted(Comparator.comparing((Hit hit) -> hit.score()).reversed())
            .toList();
  }
}
