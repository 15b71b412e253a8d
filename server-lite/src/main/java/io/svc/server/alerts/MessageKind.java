package io.svc.server.alerts;

import java.util.Locale;

/** What a channel is told of an alert. */
public enum MessageKind {
  /** That it is there, or is worse, or goes on. */
  RAISED,
  /** That it is dealt with. */
  RESOLVED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
