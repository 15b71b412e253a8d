package io.svc.report;

import static java.util.Objects.requireNonNull;

import io.svc.baseline.DriftDetector;
import io.svc.rules.CheckPage;
import io.svc.scanner.checks.Detectors;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.scan.SuppressionChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** All checks that a report can contain, and their pages. */
public final class CheckCatalog {
  private CheckCatalog() {}

  /** Returns the checks of the detectors, of drift and of suppressions. */
  public static List<Check> all() {
    List<Check> checks = new ArrayList<>();
    for (Detector detector : Detectors.standard()) {
      checks.add(detector.check());
    }
    checks.add(DriftDetector.CHECK);
    checks.addAll(SuppressionChecks.all());
    return checks;
  }

  /** Returns their finding types, in order. */
  public static Set<String> findingTypes() {
    Set<String> types = new TreeSet<>();
    for (Check check : all()) {
      types.add(check.findingType());
    }
    return types;
  }

  /**
   * Returns the page of a check.
   *
   * @param sources the catalog's files, by path
   */
  public static CheckPage page(Check check, Map<String, String> sources) {
    String file = "checks/" + check.findingType().replace('_', '-') + ".yaml";
    return CheckPage.load(file, requireNonNull(sources.get(file)));
  }
}
