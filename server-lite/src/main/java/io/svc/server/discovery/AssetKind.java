package io.svc.server.discovery;

import java.util.Locale;

/** What a found thing is. */
public enum AssetKind {
  /** Steps that a platform runs. */
  WORKFLOW,
  /** A server of the Model Context Protocol. */
  MCP_SERVER,
  /** A program that acts by itself. */
  AGENT,
  /** A way into another system, with credentials of its own. */
  CONNECTION;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
