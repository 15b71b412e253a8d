package io.svc.server.agents;

import java.util.Locale;

/** How far an agent has come on its way to production, or beside it. */
public enum Lifecycle {
  /** It was seen, and nobody said anything of it. */
  DISCOVERED,
  REGISTERED,
  TESTING,
  STAGING,
  PRODUCTION,
  /** Taken out for a time; what it was before is kept. */
  SUSPENDED,
  RETIRED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
