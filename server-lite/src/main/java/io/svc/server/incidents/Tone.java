package io.svc.server.incidents;

import java.util.Locale;

/** How a draft sounds. */
enum Tone {
  NEUTRAL,
  FORMAL;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
