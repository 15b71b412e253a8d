package io.svc.server.integrations;

import java.util.Locale;

/**
 * The status of an integration. The statements of {@link IntegrationStore} contain the transitions.
 */
public enum IntegrationStatus {
  /** Created or changed, and not used since. */
  DRAFT,
  /** The last use succeeded. */
  CONNECTED,
  /** It failed up to four times in a row, and is still used. */
  DEGRADED,
  /** It failed five times in a row, or its credentials were rejected. */
  ERROR,
  /** Disabled by a member. */
  DISABLED;

  /** The number of consecutive failures that is an error. */
  static final int FAILURES_OF_ERROR = 5;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
