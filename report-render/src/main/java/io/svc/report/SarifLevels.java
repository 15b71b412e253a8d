package io.svc.report;

import io.svc.rules.Severity;

/** Maps severities to SARIF levels and to GitHub code scanning severities. */
final class SarifLevels {
  private SarifLevels() {}

  /** Returns the level of a result, or the default level of a rule. */
  static String level(Severity severity) {
    return switch (severity) {
      case CRITICAL, HIGH -> "error";
      case MEDIUM -> "warning";
      case LOW, INFO -> "note";
    };
  }

  /**
   * Returns the score of a rule on the CVSS scale, near the middle of GitHub's range for the same
   * word; empty for {@code INFO}, which is not a weakness.
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

  /** Returns the severity of a rule whose findings are not weaknesses, in GitHub's terms. */
  static String problem(Severity severity) {
    return switch (severity) {
      case CRITICAL, HIGH -> "error";
      case MEDIUM -> "warning";
      case LOW, INFO -> "recommendation";
    };
  }
}
