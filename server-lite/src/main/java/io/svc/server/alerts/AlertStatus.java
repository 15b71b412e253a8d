package io.svc.server.alerts;

import java.util.Locale;

/** What became of telling people of an alert. */
public enum AlertStatus {
  /** No rule says whom to tell. */
  NO_ROUTE,
  /** A rule says so, and also that it is too soon, or not now. */
  SUPPRESSED,
  /** It is about to be told. */
  PENDING,
  /** It failed so far, and is tried again. */
  RETRYING,
  DELIVERED,
  /** Some were told, and others could not be. */
  PARTIALLY_DELIVERED,
  FAILED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
