package io.svc.server.decisions;

import java.util.Locale;

/** Where an action runs, ordered by isolation. */
public enum RoutingMode {
  /** Does not run. */
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
