package io.svc.server.incidents;

import java.util.Locale;

/** Who is written to. */
enum Audience {
  /** Who works on it. */
  INTERNAL,
  EXECUTIVE,
  CUSTOMER;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
