package io.svc.server.policies;

import io.svc.rules.Severity;
import java.util.Optional;
import java.util.Set;

/**
 * A policy that is to be evaluated.
 *
 * @param running what decides, as far as the mode lets it
 * @param candidate what would decide if it were promoted: evaluated beside the other
 * @param agentIds whom it holds for; without any, for every agent of the tenant
 */
public record ActivePolicy(
    String policyId,
    String name,
    Severity severity,
    Stage stage,
    Stage effectiveMode,
    Text running,
    Optional<Text> candidate,
    Set<String> agentIds) {

  /** A version of it, which is known to compile. */
  public record Text(long version, String dsl, String contentHash) {}

  public ActivePolicy {
    agentIds = Set.copyOf(agentIds);
  }

  /** Whether it holds for an agent. */
  public boolean holdsFor(String agentId) {
    return agentIds.isEmpty() || agentIds.contains(agentId);
  }
}
