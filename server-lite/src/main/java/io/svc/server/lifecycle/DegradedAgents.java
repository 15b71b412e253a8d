package io.svc.server.lifecycle;

import io.svc.server.agents.AgentExtras;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Agents in production that fail their gate or exceed the limits of its configuration, as the
 * production monitor recorded them.
 */
public final class DegradedAgents implements AgentExtras {
  @Override
  public Set<String> degraded(Tx tx, OrgId org, List<String> agentIds) {
    return agentIds.isEmpty()
        ? Set.of()
        : tx.on(ChecklistStore.class).degraded(org, agentIds).stream()
            .map(ChecklistStore.DegradedRow::agentId)
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns all of them. */
  public Set<String> all(Tx tx, OrgId org) {
    return Set.copyOf(tx.on(ChecklistStore.class).degradedIds(org));
  }
}
