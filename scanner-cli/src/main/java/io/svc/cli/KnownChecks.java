package io.svc.cli;

import io.svc.baseline.DriftDetector;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.detect.Detectors;
import io.svc.scanner.scan.SuppressionChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Every check that the command has, whoever makes it. */
final class KnownChecks {
  private KnownChecks() {}

  /** Those of the detectors, of drift and of suppressions. */
  static List<Check> all() {
    List<Check> checks = new ArrayList<>();
    for (Detector detector : Detectors.standard()) {
      checks.add(detector.check());
    }
    checks.add(DriftDetector.CHECK);
    checks.addAll(SuppressionChecks.all());
    return checks;
  }

  /** Their finding types, in order. */
  static Set<String> findingTypes() {
    Set<String> types = new TreeSet<>();
    for (Check check : all()) {
      types.add(check.findingType());
    }
    return types;
  }
}
