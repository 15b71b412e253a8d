package io.svc.server.incidents;

import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An order to contain or release agents, in a response.
 *
 * @param id {@code ctm_} and a ULID
 * @param expiresAt when the agents are released without another order
 */
record ContainmentOrderView(
    String id,
    String incidentId,
    ContainmentAction action,
    State status,
    List<AgentResult> agents,
    String requestedBy,
    Instant requestedAt,
    String reason,
    Optional<Instant> expiresAt) {

  /** The state of an order. */
  enum State {
    /** Accepted; the measures of each agent are already effective. */
    QUEUED,
    ACTIVE,
    /** It contains no agents, or no longer does. */
    DONE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The result for an agent. */
  enum Result {
    CONTAINED,
    ALREADY_CONTAINED,
    FAILED,
    RELEASED,
    /** Another incident still contains it. */
    STILL_CONTAINED,
    NOT_CONTAINED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The result for an agent.
   *
   * @param actions the effective measures, such as {@code deny_eval}
   * @param detail a sentence to display; may be empty
   */
  record AgentResult(String agentId, Result status, List<String> actions, String detail) {
    AgentResult {
      actions = List.copyOf(actions);
    }
  }

  /** The stored form, with enums by their labels. */
  private record StoredResult(String agentId, String status, List<String> actions, String detail) {
    AgentResult result() {
      return new AgentResult(
          agentId, Result.valueOf(status.toUpperCase(Locale.ROOT)), actions, detail);
    }
  }

  ContainmentOrderView {
    agents = List.copyOf(agents);
  }

  /** Returns true when this order is a reason for the containment. */
  boolean isReasonFor(ContainmentStore.ContainmentRow containment) {
    return containment.action() == action
        && !containment.since().isAfter(requestedAt)
        && agents.stream().anyMatch(contained -> contained.agentId().equals(containment.agentId()));
  }

  ContainmentOrderView with(State other) {
    return new ContainmentOrderView(
        id, incidentId, action, other, agents, requestedBy, requestedAt, reason, expiresAt);
  }

  static ContainmentOrderView of(ContainmentStore.OrderRow row, State status) {
    return new ContainmentOrderView(
        row.containmentId(),
        row.incidentId(),
        row.action(),
        status,
        Stream.of(Json.readStored(row.agents(), StoredResult[].class))
            .map(StoredResult::result)
            .toList(),
        row.requestedBy(),
        row.requestedAt(),
        row.reason(),
        row.expiresAt());
  }
}
