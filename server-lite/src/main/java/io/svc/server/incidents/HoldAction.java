package io.svc.server.incidents;

import java.util.Locale;

/** How an incident holds agents back. */
enum HoldAction {
  /** Nothing of it is let through, and no claim about it holds. */
  QUARANTINE,
  /** Nothing of it is let through. */
  SUSPEND,
  /** Its API keys are revoked for good. */
  REVOKE_KEYS,
  /** It may reach nothing outside. */
  DENY_EGRESS,
  /** It is let go. */
  RELEASE;

  /** Whether what it does can be over. */
  boolean hasEnd() {
    return this != REVOKE_KEYS && this != RELEASE;
  }

  /** Whether an agent that is held back so may do nothing at all. */
  boolean isTotal() {
    return this == QUARANTINE || this == SUSPEND;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
