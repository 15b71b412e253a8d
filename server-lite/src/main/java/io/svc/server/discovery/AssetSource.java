package io.svc.server.discovery;

import java.util.Locale;

/** Where a thing was found. */
public enum AssetSource {
  N8N,
  ZAPIER,
  MAKE,
  POWER_AUTOMATE,
  MCP_CONFIG,
  GITHUB,
  OTEL,
  /** It told of itself. */
  REGISTER_API,
  /** A person told of it. */
  MANUAL;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
