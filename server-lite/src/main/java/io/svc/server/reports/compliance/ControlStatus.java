package io.svc.server.reports.compliance;

import java.util.Collection;
import java.util.Locale;

/** How far a control, or one check of it, is met. The labels are part of the interface. */
enum ControlStatus {
  PASS,
  PARTIAL,
  FAIL,
  /** There is nothing yet that could be looked at. */
  NOT_EVALUATED;

  /** What several checks of one control make of it: it passes when each of them does. */
  static ControlStatus of(Collection<ControlStatus> checks) {
    if (checks.stream().allMatch(PASS::equals)) {
      return PASS;
    }
    if (checks.stream().allMatch(NOT_EVALUATED::equals)) {
      return NOT_EVALUATED;
    }
    boolean isMetSomewhere = checks.contains(PASS) || checks.contains(PARTIAL);
    return isMetSomewhere ? PARTIAL : FAIL;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
