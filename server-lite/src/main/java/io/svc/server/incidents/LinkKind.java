package io.svc.server.incidents;

import java.util.Locale;

/** The kind of a linked object. */
enum LinkKind {
  ALERT,
  SESSION,
  AGENT;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
