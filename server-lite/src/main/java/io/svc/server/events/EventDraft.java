package io.svc.server.events;

import java.util.Optional;

/**
 * An event to be appended.
 *
 * @param payload serialized as JSON; a record in snake_case, without any secret
 */
public record EventDraft(
    EventType type, Optional<String> agentId, Optional<String> sessionId, Object payload) {
  /** Returns an event without an agent. */
  public static EventDraft of(EventType type, Object payload) {
    return new EventDraft(type, Optional.empty(), Optional.empty(), payload);
  }

  /** Returns an event of an agent. */
  public static EventDraft of(EventType type, String agentId, Object payload) {
    return new EventDraft(type, Optional.of(agentId), Optional.empty(), payload);
  }
}
