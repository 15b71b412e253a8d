package io.svc.server.decisions;

import io.svc.server.policies.Stage;
import io.svc.server.policies.dsl.CompiledPolicy;
import java.util.Optional;
import java.util.Set;

/**
 * A version of a policy that is evaluated for a tenant's decisions.
 *
 * @param mode observe, soft_enforce or enforce
 * @param isCandidate whether it is newer than the running version and has no effect
 * @param agents the agents that it applies to; empty for all
 * @param policy empty when this version of the service cannot read it
 */
record PolicyVersionInForce(
    String policyId,
    long version,
    Stage mode,
    boolean isCandidate,
    Set<String> agents,
    Optional<CompiledPolicy> policy) {
  PolicyVersionInForce {
    agents = Set.copyOf(agents);
  }

  /** Returns true when it is evaluated without an effect on the decision. */
  boolean isShadow() {
    return isCandidate || mode == Stage.OBSERVE;
  }

  boolean appliesTo(String agentId) {
    return agents.isEmpty() || agents.contains(agentId);
  }
}
