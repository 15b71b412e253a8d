package io.svc.server.events;

import java.util.Optional;

/**
 * Something to be told.
 *
 * @param payload written as JSON; a record in snake_case, without any secret
 */
public record EventDraft(
    EventType type, Optional<String> agentId, Optional<String> sessionId, Object payload) {
  /** About no agent in particular. */
  public static EventDraft of(EventType type, Object payload) {
    return new EventDraft(type, Optional.empty(), Optional.empty(), payload);
  }

  /** About an agent. */
  public static EventDraft of(EventType type, String agentId, Object payload) {
    return new EventDraft(type, Optional.of(agentId), Optional.empty(), payload);
  }
}
