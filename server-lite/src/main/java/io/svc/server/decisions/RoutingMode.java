package io.svc.server.decisions;

import java.util.Locale;

/** Where an action runs, from nowhere apart to far away. */
public enum RoutingMode {
  /** It does not run. */
  NONE,
  INLINE,
  PROCESS,
  CONTAINER,
  MICROVM,
  REMOTE_SANDBOX;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
