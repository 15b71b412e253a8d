package io.svc.server.alerts;

import java.util.Locale;

/** How far people are with an alert. */
public enum TriageStatus {
  /** Nobody has looked at it. */
  OPEN,
  /** Somebody is at it. */
  ACKNOWLEDGED,
  /** It is dealt with. */
  RESOLVED,
  /** It was none. */
  FALSE_POSITIVE;

  /** Whether nothing is to be done any more. */
  public boolean isClosed() {
    return this == RESOLVED || this == FALSE_POSITIVE;
  }

  /** Whether people can move an alert from here to there: what is closed is opened first. */
  boolean canBecome(TriageStatus other) {
    return !(isClosed() && other == ACKNOWLEDGED);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
