package io.svc.server.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.agents.Lifecycle;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;

/**
 * A move that an agent made.
 *
 * @param id {@code trn_} and a ULID
 * @param transitionedBy who wanted it
 * @param approvedBy who else said yes
 * @param overridden whether it was made although its gate said no
 * @param gateResult what its gate said at that moment; null where there was none to ask
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

  static LifecycleTransition of(LifecycleStore.MoveRow row) {
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
        Json.own(row.gateResult()));
  }
}
