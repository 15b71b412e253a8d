package io.svc.server.decisions;

import io.svc.server.policies.Stage;
import io.svc.server.policies.dsl.CompiledPolicy;
import java.util.Optional;
import java.util.Set;

/**
 * A version of a policy that takes part in the decisions of a tenant.
 *
 * @param mode what it does: observe, soft_enforce or enforce
 * @param isCandidate whether it is a newer version than the one that runs, which only looks on
 * @param agents for whom it holds; everybody when it is empty
 * @param policy empty when this version of the service cannot read it any more
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

  /** Whether it is evaluated beside the decision and changes nothing of it. */
  boolean isShadow() {
    return isCandidate || mode == Stage.OBSERVE;
  }

  boolean holdsFor(String agentId) {
    return agents.isEmpty() || agents.contains(agentId);
  }
}
