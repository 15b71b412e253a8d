package io.svc.server.certification;

import java.util.Locale;

/** What a row of the history tells. */
public enum CertificationEvent {
  CERTIFIED,
  BLOCKED,
  REVOKED,
  /** It changed, and not in a way that revokes. */
  DRIFT_WARNING,
  /** It changed a little. */
  DRIFT_INFO;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
