package io.svc.report;

import io.svc.rules.Severity;

/** What SARIF, and code scanning on top of it, makes of severities. */
final class SarifLevels {
  private SarifLevels() {}

  /** The level of a result, or of a rule's ordinary result. */
  static String level(Severity severity) {
    return switch (severity) {
      case CRITICAL, HIGH -> "error";
      case MEDIUM -> "warning";
      case LOW, INFO -> "note";
    };
  }

  /**
   * The score of a rule on the scale of CVSS, in the middle of what GitHub shows under the same
   * word; empty for what is no weakness.
   */
  static String score(Severity severity) {
    return switch (severity) {
      case CRITICAL -> "9.5";
      case HIGH -> "8.0";
      case MEDIUM -> "5.5";
      case LOW -> "2.0";
      case INFO -> "";
    };
  }

  /** The severity of a rule whose findings are no weakness, in GitHub's words. */
  static String problem(Severity severity) {
    return switch (severity) {
      case CRITICAL, HIGH -> "error";
      case MEDIUM -> "warning";
      case LOW, INFO -> "recommendation";
    };
  }
}
