package io.svc.server.decisions;

import java.util.Locale;

/** What became of an action. */
public enum Outcome {
  ALLOWED,
  DENIED,
  /** It may go on, less apart than a policy asks for. */
  DEGRADED,
  PENDING_APPROVAL;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
