package io.svc.scanner.scan;

import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import java.util.List;

/** Counts of findings, without suppressed ones. */
final class Counts {
  private Counts() {}

  static int of(List<Finding> findings) {
    int count = 0;
    for (Finding finding : findings) {
      count += finding.suppressed() ? 0 : 1;
    }
    return count;
  }

  static int of(List<Finding> findings, Severity severity) {
    int count = 0;
    for (Finding finding : findings) {
      count += finding.severity() == severity && !finding.suppressed() ? 1 : 0;
    }
    return count;
  }
}
