package io.svc.server.incidents;

import java.util.Locale;

/** By what people are written to. */
enum Medium {
  SLACK,
  EMAIL;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
