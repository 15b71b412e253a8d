package io.svc.server.certification;

import java.util.Locale;

/** The events of the certification history. */
public enum CertificationEvent {
  CERTIFIED,
  BLOCKED,
  REVOKED,
  /** It changed, and not in a way that revokes. */
  DRIFT_WARNING,
  /** It changed slightly. */
  DRIFT_INFO;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
