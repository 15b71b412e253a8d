package io.svc.server.discovery;

import java.util.Locale;

/** How bad a change is. */
public enum DriftSeverity {
  /** Nobody's approval holds any longer. */
  CRITICAL,
  WARNING,
  INFO;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
