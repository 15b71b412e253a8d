package io.svc.server.integrations;

import java.util.Locale;

/** How an integration does. {@link IntegrationStore} has the moves in its statements. */
public enum IntegrationStatus {
  /** Made or changed, and not tried since. */
  DRAFT,
  /** What was tried last, worked. */
  CONNECTED,
  /** It failed up to four times in a row, and is still used. */
  DEGRADED,
  /** It failed five times in a row, or its credentials were refused. */
  ERROR,
  /** Switched off by a person. */
  DISABLED;

  /** So many failures in a row are no accident. */
  static final int FAILURES_OF_ERROR = 5;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
