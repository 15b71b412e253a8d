package io.svc.server.certification;

import java.util.Locale;

/** The checks that a workflow must pass to be certified. */
enum CertificationCheck {
  /** Its risk is below the threshold of the tenant. */
  RISK_SCORE,
  /** It uses no blocked and no unclassified connectors. */
  CONNECTORS_APPROVED,
  /** It has no open critical alert, and contains no secret. */
  NO_CRITICAL_FINDINGS,
  /** The agent is registered, has an owner, and a policy applies to it. */
  POLICY_COVERAGE;

  /**
   * The result of a check.
   *
   * @param detail the finding
   * @param remediation the recommended action; empty if the check passed
   */
  record Result(CertificationCheck check, boolean passed, String detail, String remediation) {}

  Result passed(String detail) {
    return new Result(this, true, detail, "");
  }

  Result failed(String detail, String remediation) {
    return new Result(this, false, detail, remediation);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
