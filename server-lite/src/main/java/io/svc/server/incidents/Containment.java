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
record Containment(
    String id,
    String incidentId,
    HoldAction action,
    State status,
    List<OfAgent> agents,
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
  record OfAgent(String agentId, Result status, List<String> actions, String detail) {
    OfAgent {
      actions = List.copyOf(actions);
    }
  }

  /** The stored form, with enums by their labels. */
  private record Stored(String agentId, String status, List<String> actions, String detail) {
    OfAgent result() {
      return new OfAgent(agentId, Result.valueOf(status.toUpperCase(Locale.ROOT)), actions, detail);
    }
  }

  Containment {
    agents = List.copyOf(agents);
  }

  /** Returns true when this order is a reason for the containment. */
  boolean isBehind(ContainmentStore.Hold hold) {
    return hold.action() == action
        && !hold.since().isAfter(requestedAt)
        && agents.stream().anyMatch(one -> one.agentId().equals(hold.agentId()));
  }

  Containment with(State other) {
    return new Containment(
        id, incidentId, action, other, agents, requestedBy, requestedAt, reason, expiresAt);
  }

  static Containment of(ContainmentStore.OrderRow row, State status) {
    return new Containment(
        row.containmentId(),
        row.incidentId(),
        row.action(),
        status,
        Stream.of(Json.own(row.agents(), Stored[].class)).map(Stored::result).toList(),
        row.requestedBy(),
        row.requestedAt(),
        row.reason(),
        row.expiresAt());
  }
}
