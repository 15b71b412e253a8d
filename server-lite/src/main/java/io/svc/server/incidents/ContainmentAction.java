package io.svc.server.incidents;

import java.util.Locale;

/** A containment measure. */
enum ContainmentAction {
  /** Denies all actions of the agent and invalidates its claims. */
  QUARANTINE,
  /** Denies all actions of the agent. */
  SUSPEND,
  /** Revokes the agent's API keys permanently. */
  REVOKE_KEYS,
  /** Denies outbound calls of the agent. */
  DENY_EGRESS,
  /** Releases the agent. */
  RELEASE;

  /** Returns true when the measure can expire. */
  boolean hasEnd() {
    return this != REVOKE_KEYS && this != RELEASE;
  }

  /** Returns true when the measure denies all actions. */
  boolean isTotal() {
    return this == QUARANTINE || this == SUSPEND;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
