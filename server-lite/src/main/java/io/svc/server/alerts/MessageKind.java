package io.svc.server.alerts;

import java.util.Locale;

/** The kind of a message about an alert. */
public enum MessageKind {
  /** The alert is new, more severe or repeated. */
  RAISED,
  /** The alert is resolved. */
  RESOLVED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
