package io.svc.server.alerts;

import java.util.Locale;

/** What can happen to an alert. */
enum AlertEntryType {
  RAISED,
  SEVERITY_RAISED,
  REOPENED,
  TRIAGED,
  NOTED,
  LINKED,
  RESENT,
  NOTIFIED,
  DELIVERED,
  DELIVERY_FAILED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
