package io.svc.server.events;

import java.util.Locale;

/** What an event belongs to, which is also where it can be pulled. */
public enum Feed {
  ROLLOUT,
  EXECUTION,
  ATTESTATION,
  DETECTION,
  TELEMETRY;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
