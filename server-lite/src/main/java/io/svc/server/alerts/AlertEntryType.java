package io.svc.server.alerts;

import java.util.Locale;

/** The type of an entry in an alert's history. */
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
