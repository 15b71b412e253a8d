package io.svc.server.alerts;

import java.util.Locale;

/** How far the telling of one channel is. */
enum DeliveryStatus {
  PENDING,
  /** Somebody is at it. */
  DELIVERING,
  /** It failed so far, and is tried again. */
  RETRYING,
  DELIVERED,
  FAILED;

  boolean isUnderWay() {
    return this != DELIVERED && this != FAILED;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
