package io.svc.server.policies;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/** That a policy applies to an agent. */
public record Assignment(String policyId, String agentId, Instant assignedAt, String assignedBy) {
  public Assignment {
    requireNonNull(policyId, "policyId is null");
    requireNonNull(agentId, "agentId is null");
    requireNonNull(assignedAt, "assignedAt is null");
    requireNonNull(assignedBy, "assignedBy is null");
  }
}
