package io.svc.server.alerts;

import java.util.Locale;

/** The delivery status of an alert. */
public enum AlertStatus {
  /** No rule selects a channel. */
  NO_ROUTE,
  /** A rule selects a channel, but a rate limit or a mute window applies. */
  SUPPRESSED,
  /** Delivery is pending. */
  PENDING,
  /** An attempt failed and will be retried. */
  RETRYING,
  DELIVERED,
  /** Some channels received it, others failed. */
  PARTIALLY_DELIVERED,
  FAILED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
