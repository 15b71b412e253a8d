package io.svc.server.incidents;

import java.util.Locale;

/** The status of an incident; {@link IncidentTransition} defines the transitions. */
public enum IncidentStatus {
  OPEN,
  INVESTIGATING,
  CONTAINED,
  RESOLVED,
  CLOSED;

  /** Returns true when the incident is neither resolved nor closed. */
  public boolean isActive() {
    return this == OPEN || this == INVESTIGATING || this == CONTAINED;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
