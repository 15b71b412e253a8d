package io.svc.server.decisions;

import java.util.Locale;

/** The outcome of a decision. */
public enum Outcome {
  ALLOWED,
  DENIED,
  /** Allowed, with weaker isolation than a policy requests. */
  DEGRADED,
  PENDING_APPROVAL;

  private final String label = name().toLowerCase(Locale.ROOT);

  @Override
  public String toString() {
    return label;
  }
}
