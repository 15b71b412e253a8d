package io.svc.scanner.detect;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import io.svc.scanner.config.Location;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A problem found by a detector. The scan converts it to a {@link io.svc.scanner.finding.Finding}.
 *
 * @param server name of the server; empty for a problem of the file
 * @param detail description and place of the problem; the scan masks secrets in it again
 * @param extensions extensions that the check adds to the finding
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
    extensions =
        extensions.isEmpty()
            ? Map.of()
            : Collections.unmodifiableMap(new LinkedHashMap<>(extensions));
  }

  /** Creates a problem of the file with the check's default severity. */
  public static DetectedProblem ofFile(Check check, String detail) {
    return of(check, "", new Location("", 1, 1), detail);
  }

  /** Creates a problem with the check's default severity. */
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

  /** Returns this problem with another severity. */
  public DetectedProblem withSeverity(Severity other) {
    return new DetectedProblem(
        ruleId, findingType, other, server, location, detail, remediation, extensions);
  }

  /** Returns this problem with an additional extension. */
  public DetectedProblem with(String key, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(extensions);
    more.put(key, value);
    return new DetectedProblem(
        ruleId, findingType, severity, server, location, detail, remediation, more);
  }
}
