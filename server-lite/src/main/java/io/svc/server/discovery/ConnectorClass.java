package io.svc.server.discovery;

import java.util.Locale;

/** What a tenant thinks of a connector. */
public enum ConnectorClass {
  /** Meant for the tenant's own data. */
  BUSINESS,
  /** Not meant for the tenant's own data. */
  NON_BUSINESS,
  /** Not to be used at all. */
  BLOCKED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
