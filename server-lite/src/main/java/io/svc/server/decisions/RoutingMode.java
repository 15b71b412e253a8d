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

  private final String label = name().toLowerCase(Locale.ROOT);

  @Override
  public String toString() {
    return label;
  }
}
