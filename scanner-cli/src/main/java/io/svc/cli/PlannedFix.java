package io.svc.cli;

import static java.util.Objects.requireNonNull;

import io.svc.scanner.fix.FixPlan;

/** A file, and how it is to be changed. */
record PlannedFix(FixTarget target, FixPlan plan) {
  PlannedFix {
    requireNonNull(target, "target is null");
    requireNonNull(plan, "plan is null");
  }
}
