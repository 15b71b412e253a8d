package io.svc.server.decisions;

import java.util.Locale;

/** The outcome of a decision. */
public enum Outcome {
  ALLOWED,
  DENIED,
  /** Allowed, with weaker isolation than a policy requests. */
  DEGRADED,
  PENDING_APPROVAL;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
