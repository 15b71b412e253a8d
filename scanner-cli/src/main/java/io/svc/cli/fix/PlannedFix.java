package io.svc.cli.fix;

import io.svc.scanner.fix.FixPlan;

/** A file, and how it is to be changed. */
record PlannedFix(FixTarget target, FixPlan plan) {}
