package io.svc.scanner.detect;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import io.svc.scanner.config.Location;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A problem as a detector saw it; the scan makes a {@link io.svc.scanner.finding.Finding} of it.
 *
 * @param server name of the server; empty when the problem is the file's
 * @param detail what was found and where; the scan masks secrets in it once more
 * @param extensions what the check adds to the finding's extensions
 */
public record DetectedProblem(
    String ruleId,
    String findingType,
    Severity severity,
    String server,
    Location location,
    String detail,
    String remediation,
    Map<String, Object> extensions) {

  public DetectedProblem {
    requireNonNull(ruleId, "ruleId is null");
    requireNonNull(findingType, "findingType is null");
    requireNonNull(severity, "severity is null");
    requireNonNull(server, "server is null");
    requireNonNull(location, "location is null");
    requireNonNull(detail, "detail is null");
    requireNonNull(remediation, "remediation is null");
    extensions = Collections.unmodifiableMap(new LinkedHashMap<>(extensions));
  }

  /** An ordinary case of a check, for the file as a whole. */
  public static DetectedProblem ofFile(Check check, String detail) {
    return of(check, "", new Location("", 1, 1), detail);
  }

  /** An ordinary case of a check. */
  public static DetectedProblem of(Check check, String server, Location location, String detail) {
    return new DetectedProblem(
        check.ruleId(),
        check.findingType(),
        check.severity(),
        server,
        location,
        detail,
        check.remediation(),
        Map.of());
  }

  /** The same problem, better or worse than the ordinary case. */
  public DetectedProblem withSeverity(Severity other) {
    return new DetectedProblem(
        ruleId, findingType, other, server, location, detail, remediation, extensions);
  }

  /** The same problem with one more extension. */
  public DetectedProblem with(String key, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(extensions);
    more.put(key, value);
    return new DetectedProblem(
        ruleId, findingType, severity, server, location, detail, remediation, more);
  }
}
