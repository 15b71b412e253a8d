package io.svc.server.incidents;

import java.util.Locale;

/** How an incident ended. */
enum Resolution {
  FIXED,
  FALSE_POSITIVE,
  ACCEPTED_RISK,
  /** Another incident takes care of it. */
  DUPLICATE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
