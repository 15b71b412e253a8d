package io.svc.server.events;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Something to be told.
 *
 * @param payload written as JSON; a record in snake_case, without any secret
 */
public record EventDraft(
    EventType type, Optional<String> agentId, Optional<String> sessionId, Object payload) {
  public EventDraft {
    requireNonNull(type, "type is null");
    requireNonNull(agentId, "agentId is null");
    requireNonNull(sessionId, "sessionId is null");
    requireNonNull(payload, "payload is null");
  }

  /** About no agent in particular. */
  public static EventDraft of(EventType type, Object payload) {
    return new EventDraft(type, Optional.empty(), Optional.empty(), payload);
  }

  /** About an agent. */
  public static EventDraft of(EventType type, String agentId, Object payload) {
    return new EventDraft(type, Optional.of(agentId), Optional.empty(), payload);
  }
}
