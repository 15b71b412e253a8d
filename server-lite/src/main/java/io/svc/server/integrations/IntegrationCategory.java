package io.svc.server.integrations;

import java.util.Locale;

/** What an integration is for. */
public enum IntegrationCategory {
  /** Alerts go there. */
  NOTIFICATION,
  /** Agents and workflows live there, or what they do is told there. */
  PLATFORM,
  /** People are known there. */
  IDENTITY,
  /** Credentials are kept there. */
  SECRETS;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
