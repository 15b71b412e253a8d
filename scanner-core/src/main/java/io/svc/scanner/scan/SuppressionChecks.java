package io.svc.scanner.scan;

import io.svc.rules.Severity;
import io.svc.scanner.detect.Check;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.finding.Fingerprint;
import io.svc.scanner.finding.Ids;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reports suppressions that are expired or unused. These checks are not detectors, because they
 * need the results of a complete run.
 */
public final class SuppressionChecks {
  /** An expired suppression. */
  public static final Check EXPIRED =
      new Check(
          "suppression/expired",
          "suppression_expired",
          Severity.INFO,
          "a suppression has expired",
          "Review the finding again. Fix it and remove the entry, or set a new date.");

  /** A suppression that matched no finding. */
  public static final Check UNUSED =
      new Check(
          "suppression/unused",
          "suppression_unused",
          Severity.INFO,
          "a suppression matches no finding",
          "Remove the entry, or correct it if it should match a finding.");

  private static final String POINTER = "/suppressions";

  private SuppressionChecks() {}

  /** Returns both checks. */
  public static List<Check> all() {
    return List.of(EXPIRED, UNUSED);
  }

  /**
   * Returns the findings about suppressions after a run.
   *
   * @param report the report for the findings; provides times and source
   * @param displayPaths the scanned files, as named by {@link ProjectPaths#display}
   * @param isFullScan whether all files of the project and the machine were scanned
   * @param leftOut finding types that the run did not check
   */
  public static List<Finding> findings(
      Suppressions suppressions,
      McpScanReport report,
      Ids ids,
      List<String> displayPaths,
      boolean isFullScan,
      Set<String> leftOut) {
    List<Finding> findings = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    if (!leftOut.contains(EXPIRED.findingType())) {
      for (Suppression expired : suppressions.expired()) {
        String detail =
            "The suppression of "
                + expired.words()
                + " expired after "
                + expired.expires().orElseThrow()
                + ".";
        findings.add(finding(EXPIRED, expired, detail, report, ids, seen));
      }
    }
    if (!leftOut.contains(UNUSED.findingType())) {
      for (Suppression unused : suppressions.unused(displayPaths, isFullScan, leftOut)) {
        String detail = "The suppression of " + unused.words() + " matches no finding.";
        findings.add(finding(UNUSED, unused, detail, report, ids, seen));
      }
    }
    return findings;
  }

  private static Finding finding(
      Check check,
      Suppression suppression,
      String detail,
      McpScanReport report,
      Ids ids,
      Map<String, Integer> seen) {
    Map<String, Object> location = new LinkedHashMap<>();
    location.put("pointer", POINTER);
    location.put("line", suppression.line());
    location.put("column", 1);
    Map<String, Object> extensions = new LinkedHashMap<>();
    extensions.put("rule_id", check.ruleId());
    extensions.put("fingerprint", fingerprint(check, suppression, seen));
    extensions.put("location", location);
    return new Finding(
        ids.next("fnd_"),
        check.findingType(),
        check.severity(),
        "",
        detail,
        check.remediation(),
        suppression.writtenIn(),
        report.source(),
        false,
        "",
        report.observedAt(),
        report.collectedAt(),
        report.processedAt(),
        extensions);
  }

  /** Entries with the same scope are numbered, like findings at the same place. */
  private static String fingerprint(
      Check check, Suppression suppression, Map<String, Integer> seen) {
    String fingerprint =
        Fingerprint.of(
            check.findingType(),
            suppression.writtenIn(),
            suppression.fingerprint(),
            suppression.type(),
            suppression.server(),
            suppression.file());
    int number = seen.merge(fingerprint, 1, Integer::sum);
    return number == 1 ? fingerprint : Fingerprint.of(fingerprint, Integer.toString(number));
  }
}
