package io.svc.server.reports;

import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import io.svc.server.agents.Agent;
import io.svc.server.agents.AgentExtras;
import io.svc.server.agents.AgentView;
import io.svc.server.agents.Agents;
import io.svc.server.agents.Lifecycle;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.mcp.InventoryServer;
import io.svc.server.mcp.McpInventory;
import io.svc.server.policies.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Agents and MCP servers that existed within the period, in their current state. */
public final class PostureSource implements ReportSource {
  private static final String AGENTS = "a:";
  private static final String SERVERS = "s:";
  private static final List<String> KINDS = List.of("agent", "mcp_server");
  private static final int AT_ONCE = 500;

  /** A single agent lists all its policies, up to this limit. */
  private static final int MAX_POLICIES = 100;

  private final Database database;
  private final Agents agents;
  private final List<AgentExtras> extras;
  private final McpInventory servers;

  public PostureSource(
      Database database, Agents agents, List<AgentExtras> extras, McpInventory servers) {
    this.database = database;
    this.agents = agents;
    this.extras = List.copyOf(extras);
    this.servers = servers;
  }

  @Override
  public String type() {
    return "posture";
  }

  @Override
  public String title() {
    return "Posture of agents and MCP servers";
  }

  @Override
  public List<String> columns() {
    return WordListParser.list(
        """
        kind id name platform environment owner lifecycleState status health riskScore riskLevel
        policies enforcingPolicies certification attestation openAlerts sessions reviewState
        inBaseline drift openCritical openHigh firstSeenAt lastSeenAt""");
  }

  @Override
  public List<ReportFilter> filters() {
    return List.of(
        new ReportFilter("kind", KINDS),
        ReportFilter.text("platform"),
        ReportFilter.of("lifecycleState", Lifecycle.class));
  }

  @Override
  public List<String> counted() {
    return List.of("kind", "lifecycleState", "health", "riskLevel", "reviewState");
  }

  @Override
  public Page page(OrgId org, ReportScope scope, String after, int max) {
    int limit = Math.min(max, AT_ONCE);
    return after.startsWith(SERVERS)
        ? servers(org, scope, after.substring(SERVERS.length()), limit)
        : agents(org, scope, after.isEmpty() ? "" : after.substring(AGENTS.length()), limit);
  }

  private Page agents(OrgId org, ReportScope scope, String after, int limit) {
    if (!scope.matches("kind", "agent")) {
      return new Page(List.of(), Optional.of(SERVERS));
    }
    return database.read(
        tx -> {
          List<Agent> page = agents.after(tx, org, after, limit);
          List<Agent> included = page.stream().filter(agent -> isInScope(scope, agent)).toList();
          Optional<String> next =
              page.size() < limit
                  ? Optional.of(SERVERS)
                  : Optional.of(AGENTS + page.get(limit - 1).id());
          return new Page(rows(tx, org, included), next);
        });
  }

  private static boolean isInScope(ReportScope scope, Agent agent) {
    return scope.overlaps(agent.firstSeenAt(), agent.lastSeenAt())
        && scope.matches("platform", agent.platform())
        && scope.matches("lifecycleState", agent.lifecycle().toString());
  }

  private List<ReportRow> rows(Tx tx, OrgId org, List<Agent> included) {
    return AgentView.of(tx, org, included, extras, MAX_POLICIES).stream()
        .map(PostureSource::row)
        .toList();
  }

  private static ReportRow row(AgentView agent) {
    List<String> enforcing =
        agent.policies().stream()
            .filter(policy -> Stage.of(policy.mode()).map(Stage::isEnforcing).orElse(false))
            .map(AgentExtras.PolicyRef::name)
            .toList();
    AgentView.OwnerView owner = agent.owner();
    return ReportRow.of(
        "agent",
        agent.id(),
        agent.name(),
        agent.platform(),
        agent.environment(),
        owner.name().or(owner::team).or(owner::userId),
        agent.lifecycleState(),
        agent.status(),
        agent.health(),
        agent.riskScore(),
        agent.riskLevel(),
        agent.policies().stream().map(AgentExtras.PolicyRef::name).toList(),
        enforcing,
        agent.certification().map(AgentExtras.Certification::status),
        agent.attestation().map(AgentExtras.Attestation::status),
        agent.openAlerts(),
        agent.sessionCount(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        agent.firstSeenAt(),
        agent.lastSeenAt());
  }

  private Page servers(OrgId org, ReportScope scope, String after, int limit) {
    if (!scope.matches("kind", "mcp_server") || scope.filter("platform").isPresent()) {
      return new Page(List.of(), Optional.empty());
    }
    List<InventoryServer> page = database.read(tx -> servers.after(tx, org, after, limit));
    List<ReportRow> rows = new ArrayList<>();
    for (InventoryServer server : page) {
      if (scope.overlaps(server.firstSeenAt(), server.lastSeenAt())
          && scope.matches("lifecycleState", server.lifecycleState().toString())) {
        rows.add(row(server));
      }
    }
    return new Page(
        rows,
        page.size() < limit ? Optional.empty() : Optional.of(SERVERS + page.get(limit - 1).id()));
  }

  private static ReportRow row(InventoryServer server) {
    return ReportRow.of(
        "mcp_server",
        server.id(),
        server.name(),
        server.source(),
        Optional.empty(),
        Optional.empty(),
        server.lifecycleState(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        server.reviewState(),
        server.inBaseline(),
        server.drift().stream().sorted().toList(),
        server.open(Severity.CRITICAL),
        server.open(Severity.HIGH),
        server.firstSeenAt(),
        server.lastSeenAt());
  }
}
