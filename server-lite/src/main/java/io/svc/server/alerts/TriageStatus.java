package io.svc.server.alerts;

import java.util.Locale;

/** The triage status of an alert. */
public enum TriageStatus {
  /** Not reviewed. */
  OPEN,
  /** In progress. */
  ACKNOWLEDGED,
  /** Resolved. */
  RESOLVED,
  /** A false positive. */
  FALSE_POSITIVE;

  /** Returns true when no further action is needed. */
  public boolean isClosed() {
    return this == RESOLVED || this == FALSE_POSITIVE;
  }

  /**
   * Returns true when a user may change this status to the other. A closed alert must be reopened
   * first.
   */
  boolean canBecome(TriageStatus other) {
    return !(isClosed() && other == ACKNOWLEDGED);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
