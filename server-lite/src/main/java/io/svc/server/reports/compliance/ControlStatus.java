package io.svc.server.reports.compliance;

import java.util.Collection;
import java.util.Locale;

/** The status of a control, or of one of its checks. The labels are part of the interface. */
enum ControlStatus {
  PASS,
  PARTIAL,
  FAIL,
  /** There is no data to evaluate yet. */
  NOT_EVALUATED;

  /** Combines the checks of one control: it passes when all of them do. */
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
