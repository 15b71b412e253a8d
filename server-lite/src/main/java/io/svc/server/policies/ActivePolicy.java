package io.svc.server.policies;

import io.svc.rules.Severity;
import java.util.Optional;
import java.util.Set;

/**
 * A policy to evaluate.
 *
 * @param running the version that decides, within the limits of the mode
 * @param candidate the version that would decide after promotion; evaluated in addition
 * @param agentIds the agents that it applies to; empty for all agents of the tenant
 */
public record ActivePolicy(
    String policyId,
    String name,
    Severity severity,
    Stage stage,
    Stage effectiveMode,
    VersionText running,
    Optional<VersionText> candidate,
    Set<String> agentIds) {

  /** A version that compiles. */
  public record VersionText(long version, String dsl, String contentHash) {}

  public ActivePolicy {
    agentIds = Set.copyOf(agentIds);
  }

  /** Returns true when it applies to an agent. */
  public boolean appliesTo(String agentId) {
    return agentIds.isEmpty() || agentIds.contains(agentId);
  }
}
