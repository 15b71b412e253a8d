package io.svc.server.discovery;

import java.util.Locale;

/** The presence of an asset. */
public enum Presence {
  /** Seen once. */
  NEW,
  /** Seen again, unchanged. */
  ACTIVE,
  /** Seen again, changed. */
  CHANGED,
  /** Not seen for a month. */
  DORMANT,
  /** Its platform no longer lists it. */
  REMOVED;

  /** An event that affects the presence. */
  enum Event {
    SEEN,
    SEEN_CHANGED,
    UNSEEN_FOR_LONG,
    GONE
  }

  /** Returns the presence after an event. */
  Presence after(Event event) {
    return switch (event) {
      case SEEN -> ACTIVE;
      case SEEN_CHANGED -> this == DORMANT || this == REMOVED ? ACTIVE : CHANGED;
      case UNSEEN_FOR_LONG -> this == REMOVED ? REMOVED : DORMANT;
      case GONE -> REMOVED;
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
