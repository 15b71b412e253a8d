package io.svc.server.reports.compliance;

import io.svc.server.reports.ReportDigest.Evidence;
import java.util.List;

/**
 * The result of a check.
 *
 * @param evidence a limited number of evidence items, for or against
 * @param gaps descriptions of the missing parts; none when it passes
 */
record CheckResult(ControlStatus status, List<Evidence> evidence, List<String> gaps) {
  CheckResult {
    evidence = List.copyOf(evidence);
    gaps = List.copyOf(gaps);
    if ((status == ControlStatus.PASS) != gaps.isEmpty()) {
      throw new IllegalArgumentException("a check that passes has no gaps, and others have some");
    }
  }

  static CheckResult pass(List<Evidence> evidence) {
    return new CheckResult(ControlStatus.PASS, evidence, List.of());
  }

  static CheckResult partial(List<Evidence> evidence, String... gaps) {
    return new CheckResult(ControlStatus.PARTIAL, evidence, List.of(gaps));
  }

  static CheckResult fail(List<Evidence> evidence, String... gaps) {
    return new CheckResult(ControlStatus.FAIL, evidence, List.of(gaps));
  }

  static CheckResult notEvaluated(String reason) {
    return new CheckResult(ControlStatus.NOT_EVALUATED, List.of(), List.of(reason));
  }

  /** Passes when a condition is true. */
  static CheckResult passIf(boolean passes, List<Evidence> evidence, String gap) {
    return passes ? pass(evidence) : fail(evidence, gap);
  }

  /**
   * Passes when no item falls short, and fails when all do.
   *
   * @param all the number of items
   * @param shortOnes the number of items that fall short
   */
  static CheckResult of(long all, long shortOnes, List<Evidence> evidence, String gap) {
    if (shortOnes == 0) {
      return pass(evidence);
    }
    return shortOnes < all ? partial(evidence, gap) : fail(evidence, gap);
  }
}
