package io.svc.cli.fix;

import io.svc.scanner.fix.FixPlan;

/** A file and its planned changes. */
record PlannedFix(FixTarget target, FixPlan plan) {}
