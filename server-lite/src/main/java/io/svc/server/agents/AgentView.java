package io.svc.server.agents;

import io.svc.server.db.NonEmpty;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An agent in a response. Unknown values are null. */
public record AgentView(
    String id,
    String name,
    String description,
    String type,
    String platform,
    String externalId,
    Optional<String> framework,
    Optional<String> model,
    Optional<String> version,
    OwnerView owner,
    Optional<String> environment,
    Agent.Status status,
    Lifecycle lifecycleState,
    Agent.Health health,
    long riskScore,
    String riskLevel,
    List<Agent.RiskFactor> riskFactors,
    List<String> tools,
    List<Agent.Connector> connectors,
    List<String> mcpServers,
    List<String> dataClassifications,
    List<AgentExtras.PolicyRef> policies,
    long policyCount,
    Optional<AgentExtras.Certification> certification,
    Optional<AgentExtras.Attestation> attestation,
    ContainmentView containment,
    long sessionCount,
    long openAlerts,
    Instant firstSeenAt,
    Instant lastSeenAt,
    List<String> tags,
    Map<String, String> labels,
    Instant createdAt,
    Instant updatedAt,
    long recordVersion) {

  /** The owner. */
  public record OwnerView(Optional<String> userId, Optional<String> name, Optional<String> team) {}

  /** The containment. */
  public record ContainmentView(
      boolean contained,
      Optional<String> reason,
      Optional<String> incidentId,
      boolean egressDenied) {}

  /** A single agent lists all its policies, up to this limit. */
  private static final int POLICIES_OF_SINGLE_AGENT = 500;

  private static final AgentExtras.Risk NO_RISK = new AgentExtras.Risk(0, List.of());

  /** Returns an agent with all its properties. */
  public static AgentView of(Tx tx, OrgId org, Agent agent, List<AgentExtras> extras) {
    return of(tx, org, List.of(agent), extras, POLICIES_OF_SINGLE_AGENT).get(0);
  }

  /**
   * Returns agents with all their properties.
   *
   * @param maxPolicies the maximum number of policies of each agent
   */
  public static List<AgentView> of(
      Tx tx, OrgId org, List<Agent> agents, List<AgentExtras> extras, int maxPolicies) {
    List<String> ids = agents.stream().map(Agent::id).toList();
    if (ids.isEmpty()) {
      return List.of();
    }
    Map<String, List<AgentExtras.PolicyRef>> policies = new HashMap<>();
    Map<String, AgentExtras.Certification> certifications = new HashMap<>();
    Map<String, AgentExtras.Attestation> attestations = new HashMap<>();
    Map<String, Long> sessions = new HashMap<>();
    Map<String, Long> alerts = new HashMap<>();
    Map<String, AgentExtras.Discovered> discovered = new HashMap<>();
    Map<String, Set<String>> called = new HashMap<>();
    Set<String> degraded = new HashSet<>();
    for (AgentExtras each : extras) {
      policies.putAll(each.policies(tx, org, ids));
      certifications.putAll(each.certifications(tx, org, ids));
      attestations.putAll(each.attestations(tx, org, ids));
      sessions.putAll(each.sessionCounts(tx, org, ids));
      alerts.putAll(each.openAlerts(tx, org, ids));
      discovered.putAll(each.discovered(tx, org, ids));
      called.putAll(each.calledTools(tx, org, ids));
      degraded.addAll(each.degraded(tx, org, ids));
    }
    List<AgentView> views = new ArrayList<>();
    for (Agent agent : agents) {
      List<AgentExtras.PolicyRef> policyRefs = policies.getOrDefault(agent.id(), List.of());
      Optional<AgentExtras.Discovered> found = Optional.ofNullable(discovered.get(agent.id()));
      AgentExtras.Risk risk = found.map(AgentExtras.Discovered::risk).orElse(NO_RISK);
      Set<String> tools = new LinkedHashSet<>(agent.tools());
      tools.addAll(called.getOrDefault(agent.id(), Set.of()));
      long sessionCount = sessions.getOrDefault(agent.id(), 0L);
      views.add(
          new AgentView(
              agent.id(),
              agent.name(),
              agent.description(),
              agent.type(),
              agent.platform(),
              agent.externalId(),
              NonEmpty.of(agent.framework()),
              NonEmpty.of(agent.model()),
              NonEmpty.of(agent.agentVersion()),
              new OwnerView(
                  NonEmpty.of(agent.owner().userId()),
                  NonEmpty.of(agent.owner().name()),
                  NonEmpty.of(agent.owner().team())),
              NonEmpty.of(agent.environment()),
              agent.status(tx.now()),
              agent.lifecycle(),
              agent.health(tx.now(), degraded.contains(agent.id()), sessionCount),
              risk.score(),
              risk.level(),
              risk.factors(),
              List.copyOf(tools),
              found.map(AgentExtras.Discovered::connectors).orElse(agent.connectors()),
              agent.mcpServers(),
              agent.dataClassifications(),
              policyRefs.subList(0, Math.min(policyRefs.size(), maxPolicies)),
              policyRefs.size(),
              Optional.ofNullable(certifications.get(agent.id())),
              Optional.ofNullable(attestations.get(agent.id())),
              new ContainmentView(
                  agent.containment().contained(),
                  NonEmpty.of(agent.containment().reason()),
                  NonEmpty.of(agent.containment().incidentId()),
                  agent.containment().egressDenied()),
              sessionCount,
              alerts.getOrDefault(agent.id(), 0L),
              agent.firstSeenAt(),
              agent.lastSeenAt(),
              agent.tags(),
              agent.labels(),
              agent.createdAt(),
              agent.updatedAt(),
              agent.version()));
    }
    return views;
  }
}
