package io.svc.server.incidents;

import java.util.Locale;

/** Where an incident comes from. */
public enum SourceType {
  ALERT,
  SESSION,
  OPERATOR;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
