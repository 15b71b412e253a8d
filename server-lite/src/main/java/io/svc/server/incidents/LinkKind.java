package io.svc.server.incidents;

import java.util.Locale;

/** What an incident can be about. */
enum LinkKind {
  ALERT,
  SESSION,
  AGENT;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
