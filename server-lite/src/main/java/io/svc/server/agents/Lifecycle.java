package io.svc.server.agents;

import java.util.Locale;

/** The lifecycle state of an agent. Suspended and retired are outside the main path. */
public enum Lifecycle {
  /** Discovered, but not registered. */
  DISCOVERED,
  REGISTERED,
  TESTING,
  STAGING,
  PRODUCTION,
  /** Temporarily suspended; the previous state is stored. */
  SUSPENDED,
  RETIRED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
