package io.svc.report;

import io.svc.scanner.finding.Finding;

/** Says of a finding that was set aside what did so, and why. */
final class SuppressionText {
  private SuppressionText() {}

  /** Plain text, not yet fit for any format. */
  static String of(Finding finding) {
    Object reason = finding.extensions().get("suppression_reason");
    return "Suppressed by " + finding.suppressedBy() + (reason == null ? "" : ": " + reason);
  }
}
