package io.svc.server.events;

import java.util.Locale;

/** The feeds, which group events and can be pulled separately. */
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
