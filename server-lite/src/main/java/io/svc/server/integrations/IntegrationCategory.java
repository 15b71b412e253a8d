package io.svc.server.integrations;

import java.util.Locale;

/** The category of an integration. */
public enum IntegrationCategory {
  /** Receives alerts. */
  NOTIFICATION,
  /** Runs agents and workflows, or reports their actions. */
  PLATFORM,
  /** Authenticates users. */
  IDENTITY,
  /** Stores credentials. */
  SECRETS;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
