package io.svc.server.mcp;

import java.util.Locale;

/** How a finding stands over the reports of its file. */
public enum FindingStatus {
  /** In one report so far. */
  NEW,
  /** In the latest report, and in an earlier one. */
  OPEN,
  /** No longer in the latest report. */
  FIXED,
  /** In the latest report, set aside by whoever scanned. */
  SUPPRESSED;

  /** Whether there is still something to do about it. */
  public boolean isOpen() {
    return this == NEW || this == OPEN;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
