package io.svc.server.discovery;

import java.util.Locale;

/** The source of a sighting. */
public enum AssetSource {
  N8N,
  ZAPIER,
  MAKE,
  POWER_AUTOMATE,
  MCP_CONFIG,
  GITHUB,
  OTEL,
  /** The asset registered itself. */
  REGISTER_API,
  /** A user entered it. */
  MANUAL;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
