package io.svc.server.incidents;

import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An order to hold agents back, or to let them go, as it is answered.
 *
 * @param id {@code ctm_} and a ULID
 * @param expiresAt when they are let go without another order
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

  /** What can be said of an order. */
  enum State {
    /** It was taken; what is told of each agent holds already. */
    QUEUED,
    ACTIVE,
    /** Nobody is held back by it any more, or never was. */
    DONE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What came of it for an agent. */
  enum Result {
    CONTAINED,
    ALREADY_CONTAINED,
    FAILED,
    RELEASED,
    /** Another incident holds it back. */
    STILL_CONTAINED,
    NOT_CONTAINED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What came of it for an agent.
   *
   * @param actions what holds for it from now on, such as {@code deny_eval}
   * @param detail a sentence for people; may be empty
   */
  record OfAgent(String agentId, Result status, List<String> actions, String detail) {
    OfAgent {
      actions = List.copyOf(actions);
    }
  }

  /** The same as it is stored: enums by their labels. */
  private record Stored(String agentId, String status, List<String> actions, String detail) {
    OfAgent result() {
      return new OfAgent(agentId, Result.valueOf(status.toUpperCase(Locale.ROOT)), actions, detail);
    }
  }

  Containment {
    agents = List.copyOf(agents);
  }

  /** Whether it is one of the orders because of which an agent is held back. */
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
