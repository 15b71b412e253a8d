package io.svc.report;

import io.svc.scanner.finding.Finding;

/** Describes how a finding was suppressed, and why. */
final class SuppressionText {
  private SuppressionText() {}

  /** Returns plain text, not escaped for any format. */
  static String of(Finding finding) {
    Object reason = finding.extensions().get("suppression_reason");
    return "Suppressed by " + finding.suppressedBy() + (reason == null ? "" : ": " + reason);
  }
}
