package io.svc.server.alerts;

import java.util.Locale;

/** The status of a delivery. */
enum DeliveryStatus {
  PENDING,
  /** An attempt is in progress. */
  DELIVERING,
  /** An attempt failed and will be retried. */
  RETRYING,
  DELIVERED,
  FAILED;

  boolean isInProgress() {
    return this != DELIVERED && this != FAILED;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
