package io.svc.server.reports.compliance;

/** Looks at something that a tenant has, and says whether it is as a control wants it. */
@FunctionalInterface
interface ComplianceCheck {
  CheckResult look(ComplianceSnapshot estate);
}
