package io.svc.server.agents;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Properties of agents that other features provide, for all agents of a response together. Agents
 * without a property are omitted.
 */
public interface AgentExtras {
  /**
   * A policy that applies to an agent.
   *
   * @param mode such as {@code observe}
   */
  record PolicyRef(String policyId, String name, String mode) {}

  /**
   * The certification of an agent.
   *
   * @param decidedAt time of the latest decision
   * @param decidedBy the member who is responsible for it
   * @param certifiedAt time of the certification; empty if not currently certified
   * @param certifiedBy the member who certified it; empty if not currently certified
   */
  record Certification(
      String status,
      String certId,
      Instant decidedAt,
      String decidedBy,
      Optional<Instant> certifiedAt,
      Optional<String> certifiedBy) {}

  /** The claim about an agent. */
  record Attestation(String claimId, String status, Instant expiresAt) {}

  /**
   * The risk of an agent with its factors.
   *
   * @param score 0 to 100
   */
  record Risk(int score, List<Agent.RiskFactor> factors) {
    public Risk {
      factors = List.copyOf(factors);
    }

    /** Returns the level of the risk. */
    public String level() {
      return Agent.riskLevel(score);
    }
  }

  /**
   * The discovered properties of an agent.
   *
   * @param connectors by name
   */
  record Discovered(Risk risk, List<Agent.Connector> connectors) {
    public Discovered {
      connectors = List.copyOf(connectors);
    }
  }

  /** Returns the discovered properties of inspected agents. */
  default Map<String, Discovered> discovered(Tx tx, OrgId org, List<String> agentIds) {
    return Map.of();
  }

  /** Returns the tools that agents called. */
  default Map<String, Set<String>> calledTools(Tx tx, OrgId org, List<String> agentIds) {
    return Map.of();
  }

  /** Returns the policies that apply to each agent. */
  default Map<String, List<PolicyRef>> policies(Tx tx, OrgId org, List<String> agentIds) {
    return Map.of();
  }

  /** Returns the certification of each agent. */
  default Map<String, Certification> certifications(Tx tx, OrgId org, List<String> agentIds) {
    return Map.of();
  }

  /** Returns the claim about each agent. */
  default Map<String, Attestation> attestations(Tx tx, OrgId org, List<String> agentIds) {
    return Map.of();
  }

  /** Returns the number of sessions of each agent. */
  default Map<String, Long> sessionCounts(Tx tx, OrgId org, List<String> agentIds) {
    return Map.of();
  }

  /** Returns the number of open alerts of each agent. */
  default Map<String, Long> openAlerts(Tx tx, OrgId org, List<String> agentIds) {
    return Map.of();
  }

  /** Returns the agents that have too many denied or failed actions. */
  default Set<String> degraded(Tx tx, OrgId org, List<String> agentIds) {
    return Set.of();
  }
}
