package io.svc.server.discovery;

import java.util.Locale;

/** The kind of an asset. */
public enum AssetKind {
  /** A workflow on a platform. */
  WORKFLOW,
  /** An MCP (Model Context Protocol) server. */
  MCP_SERVER,
  /** An autonomous program. */
  AGENT,
  /** A connection to another system, with its credentials. */
  CONNECTION;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
