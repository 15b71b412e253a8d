package io.svc.server.certification;

import java.util.Locale;

/** What a workflow must pass to be certified. */
enum CertificationCheck {
  /** Its risk is below the threshold of the tenant. */
  RISK_SCORE,
  /** It uses nothing that is blocked, and nothing that nobody looked at. */
  CONNECTORS_APPROVED,
  /** No critical alert about it is open, and no secret stands in it. */
  NO_CRITICAL_FINDINGS,
  /** The agent is registered, has an owner, and a policy applies to it. */
  POLICY_COVERAGE;

  /**
   * What came of it.
   *
   * @param detail what was found
   * @param remediation what to do about it; empty where it passed
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
