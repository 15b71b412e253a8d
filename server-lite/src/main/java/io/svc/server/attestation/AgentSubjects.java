package io.svc.server.attestation;

import io.svc.server.agents.Agent;
import io.svc.server.agents.AgentExtras;
import io.svc.server.agents.Agents;
import io.svc.server.agents.Lifecycle;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.policies.ActivePolicy;
import io.svc.server.policies.Policies;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The agents of the inventory, with the policies that are evaluated for them. */
public final class AgentSubjects implements ClaimSubjects {
  private static final String CERTIFIED = "CERTIFIED";

  private final Agents agents;
  private final Policies policies;
  private final List<AgentExtras> extras;

  /**
   * Creates the subjects.
   *
   * @param extras the features that may have certifications
   */
  public AgentSubjects(Agents agents, Policies policies, List<AgentExtras> extras) {
    this.agents = agents;
    this.policies = policies;
    this.extras = List.copyOf(extras);
  }

  @Override
  public Optional<ClaimSubject> of(Tx tx, OrgId org, String agentId) {
    return Optional.ofNullable(all(tx, org, List.of(agentId)).get(agentId));
  }

  @Override
  public Map<String, ClaimSubject> all(Tx tx, OrgId org, List<String> agentIds) {
    if (agentIds.isEmpty()) {
      return Map.of();
    }
    List<ActivePolicy> evaluated = policies.evaluated(tx, org);
    Map<String, String> certified = certified(tx, org, agentIds);
    Map<String, AgentExtras.Discovered> discovered = new HashMap<>();
    extras.forEach(extra -> discovered.putAll(extra.discovered(tx, org, agentIds)));
    Map<String, ClaimSubject> subjects = new HashMap<>();
    for (Agent agent : agents.all(tx, org, agentIds)) {
      Optional<String> certId = Optional.ofNullable(certified.get(agent.id()));
      long risk =
          Optional.ofNullable(discovered.get(agent.id()))
              .map(found -> found.risk().score())
              .orElse(0);
      subjects.put(agent.id(), subject(agent, evaluated, certId, risk));
    }
    return subjects;
  }

  /** Returns valid certifications, from the first feature that has one. */
  private Map<String, String> certified(Tx tx, OrgId org, List<String> agentIds) {
    Map<String, String> certified = new HashMap<>();
    for (AgentExtras extra : extras) {
      extra
          .certifications(tx, org, agentIds)
          .forEach(
              (agentId, certification) -> {
                if (certification.status().equals(CERTIFIED)) {
                  certified.putIfAbsent(agentId, certification.certId());
                }
              });
    }
    return certified;
  }

  private static ClaimSubject subject(
      Agent agent, List<ActivePolicy> evaluated, Optional<String> certId, long riskScore) {
    return new ClaimSubject(
        agent.id(),
        agent.name(),
        statusOf(agent),
        new ClaimSubject.Configuration(
            agent.platform(),
            agent.externalId(),
            agent.type(),
            agent.framework(),
            agent.model(),
            agent.agentVersion(),
            agent.environment(),
            agent.tools(),
            agent.connectors().stream()
                .map(c -> new ClaimSubject.Connector(c.name(), c.scopes()))
                .toList(),
            agent.mcpServers(),
            agent.dataClassifications()),
        evaluated.stream()
            .filter(policy -> policy.appliesTo(agent.id()))
            .map(
                policy ->
                    new ClaimSubject.PolicyInForce(
                        policy.policyId(),
                        policy.running().contentHash(),
                        policy.effectiveMode().toString()))
            .toList(),
        certId,
        riskScore,
        agent.lifecycle().toString());
  }

  private static ClaimSubject.TrustState statusOf(Agent agent) {
    if (agent.lifecycle() == Lifecycle.RETIRED) {
      return ClaimSubject.TrustState.RETIRED;
    }
    if (agent.containment().contained()) {
      return ClaimSubject.TrustState.CONTAINED;
    }
    return agent.lifecycle() == Lifecycle.SUSPENDED
        ? ClaimSubject.TrustState.SUSPENDED
        : ClaimSubject.TrustState.FREE;
  }
}
