package io.svc.server.mcp;

import java.util.Locale;

/** The status of a finding over the reports of its file. */
public enum FindingStatus {
  /** In exactly one report so far. */
  NEW,
  /** In the latest report, and in an earlier one. */
  OPEN,
  /** No longer in the latest report. */
  FIXED,
  /** In the latest report, but suppressed in the scanner. */
  SUPPRESSED;

  /** Returns true when the finding requires attention. */
  public boolean isOpen() {
    return this == NEW || this == OPEN;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
