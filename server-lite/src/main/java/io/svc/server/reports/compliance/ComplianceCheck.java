package io.svc.server.reports.compliance;

/** Checks whether a tenant meets a requirement of a control. */
@FunctionalInterface
interface ComplianceCheck {
  CheckResult evaluate(ComplianceSnapshot snapshot);
}
