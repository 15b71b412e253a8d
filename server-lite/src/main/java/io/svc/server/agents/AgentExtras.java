package io.svc.server.agents;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What other features know about agents, for those of one answer at once. Each tells what it knows,
 * and leaves out agents that it knows nothing about.
 */
public interface AgentExtras {
  /**
   * A policy that holds for an agent.
   *
   * @param mode what is done with what it says, such as {@code observe}
   */
  record PolicyRef(String policyId, String name, String mode) {}

  /**
   * How an agent is certified.
   *
   * @param decidedAt when that was decided, whatever it is
   * @param decidedBy who answers for it
   * @param certifiedAt when it was certified; empty for one that is not certified now
   * @param certifiedBy who certified it; empty likewise
   */
  record Certification(
      String status,
      String certId,
      Instant decidedAt,
      String decidedBy,
      Optional<Instant> certifiedAt,
      Optional<String> certifiedBy) {}

  /** The claim that attests to an agent. */
  record Attestation(String claimId, String status, Instant expiresAt) {}

  /**
   * How risky an agent is, and why.
   *
   * @param score 0 to 100
   */
  record Risk(int score, List<Agent.RiskFactor> factors) {
    public Risk {
      factors = List.copyOf(factors);
    }

    /**
     * The risk of an agent: what was said of the agent itself goes before what was seen inside it.
     * Empty when nobody has assessed it.
     *
     * @param seen what another feature knows
     */
    public static Optional<Risk> of(Agent agent, Optional<Risk> seen) {
      return agent.riskScore() == 0 && agent.riskFactors().isEmpty()
          ? seen
          : Optional.of(new Risk((int) agent.riskScore(), agent.riskFactors()));
    }

    /** The risk in a word. */
    public String level() {
      return Agent.riskLevel(score);
    }
  }

  /** How risky each is, as far as anybody looked inside. */
  default Map<String, Risk> risks(Tx tx, OrgId org, List<String> agentIds) {
    return Map.of();
  }

  /** The policies that hold for each. */
  default Map<String, List<PolicyRef>> policies(Tx tx, OrgId org, List<String> agentIds) {
    return Map.of();
  }

  /** How each is certified. */
  default Map<String, Certification> certifications(Tx tx, OrgId org, List<String> agentIds) {
    return Map.of();
  }

  /** What attests to each. */
  default Map<String, Attestation> attestations(Tx tx, OrgId org, List<String> agentIds) {
    return Map.of();
  }

  /** How many sessions each had. */
  default Map<String, Long> sessionCounts(Tx tx, OrgId org, List<String> agentIds) {
    return Map.of();
  }

  /** How many alerts nobody has dealt with, of each. */
  default Map<String, Long> openAlerts(Tx tx, OrgId org, List<String> agentIds) {
    return Map.of();
  }

  /** Those of whose actions too many are refused or fail. */
  default Set<String> degraded(Tx tx, OrgId org, List<String> agentIds) {
    return Set.of();
  }
}
