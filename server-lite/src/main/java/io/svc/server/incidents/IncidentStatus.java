package io.svc.server.incidents;

import java.util.Locale;

/**
 * How far people are with an incident; {@link IncidentTransition} has the table of what follows
 * what.
 */
public enum IncidentStatus {
  OPEN,
  INVESTIGATING,
  CONTAINED,
  RESOLVED,
  CLOSED;

  /** Whether it still goes on. */
  public boolean isActive() {
    return this == OPEN || this == INVESTIGATING || this == CONTAINED;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
