package io.svc.server.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.agents.Lifecycle;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;

/**
 * A transition of an agent.
 *
 * @param id {@code trn_} and a ULID
 * @param transitionedBy who requested it
 * @param approvedBy who approved it
 * @param overridden whether an administrator overrode the gate
 * @param gateResult result of the gate at that time; null when there was no gate
 */
record LifecycleTransition(
    String id,
    String agentId,
    Trigger trigger,
    Lifecycle fromState,
    Lifecycle toState,
    String transitionedBy,
    Instant transitionedAt,
    List<String> approvedBy,
    String reason,
    boolean overridden,
    JsonNode gateResult) {
  LifecycleTransition {
    approvedBy = List.copyOf(approvedBy);
  }

  static LifecycleTransition of(LifecycleStore.TransitionRow row) {
    return new LifecycleTransition(
        row.transitionId(),
        row.agentId(),
        row.action(),
        row.fromState(),
        row.toState(),
        row.transitionedBy(),
        row.transitionedAt(),
        row.approvedBy().isEmpty() ? List.of() : List.of(row.approvedBy().split(" ", -1)),
        row.reason(),
        row.overridden(),
        Json.readStored(row.gateResult()));
  }
}
