package io.svc.server.discovery;

import java.util.Locale;

/** A tenant's classification of a connector. */
public enum ConnectorClass {
  /** Intended for business data. */
  BUSINESS,
  /** Not intended for business data. */
  NON_BUSINESS,
  /** Not allowed. */
  BLOCKED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
