package io.svc.server.discovery;

import java.util.Locale;

/** Whether an asset is there. */
public enum Presence {
  /** Seen once. */
  NEW,
  /** Seen again, as it was. */
  ACTIVE,
  /** Seen again, and no longer as it was. */
  CHANGED,
  /** Not seen for a month. */
  DORMANT,
  /** Its platform no longer has it. */
  REMOVED;

  /** What happens to it. */
  enum Event {
    SEEN,
    SEEN_CHANGED,
    UNSEEN_FOR_LONG,
    GONE
  }

  /** What it is then. */
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
