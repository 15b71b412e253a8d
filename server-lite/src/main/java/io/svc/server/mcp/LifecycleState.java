package io.svc.server.mcp;

import java.util.Locale;

/** What the latest report of a file tells of a server in it. */
public enum LifecycleState {
  /** Told of once. */
  NEW,
  /** Told of again, as it was. */
  ACTIVE,
  /** Told of again, and no longer as it was. */
  CHANGED,
  /** No longer in the file. */
  REMOVED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
