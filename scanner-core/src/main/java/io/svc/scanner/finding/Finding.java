package io.svc.scanner.finding;

import io.svc.rules.Severity;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A problem in a config file. The record components are the wire format, in this order; names are
 * written in snake_case.
 *
 * <p>No component contains a secret. A secret is shown only as its masked first characters.
 *
 * @param findingId {@code fnd_} and a ULID
 * @param findingType kind of problem in snake_case, such as {@code hardcoded_secret}
 * @param server name of the affected server; empty for a problem of the file
 * @param detail human-readable description of the problem and its place
 * @param remediation human-readable fix
 * @param configPath path of the file as given by the caller
 * @param source label of the client
 * @param suppressed whether the finding is suppressed
 * @param suppressedBy the suppression's place; empty when the finding is not suppressed
 * @param observedAt when the file was read
 * @param collectedAt when the detectors completed
 * @param processedAt when the report was completed
 * @param extensions {@code rule_id}, {@code fingerprint}, {@code location} with {@code pointer},
 *     {@code line} and {@code column}, and extensions of the check; values are strings, numbers,
 *     booleans, and lists and maps of these
 */
public record Finding(
    String findingId,
    String findingType,
    Severity severity,
    String server,
    String detail,
    String remediation,
    String configPath,
    String source,
    boolean suppressed,
    String suppressedBy,
    Instant observedAt,
    Instant collectedAt,
    Instant processedAt,
    Map<String, Object> extensions) {

  public Finding {
    extensions = Collections.unmodifiableMap(new LinkedHashMap<>(extensions));
  }

  /**
   * Returns this finding as suppressed.
   *
   * @param suppressionLocation file and line of the suppression
   * @param reason reason of the suppression, stored as extension {@code suppression_reason}
   */
  public Finding suppressedBy(String suppressionLocation, String reason) {
    Map<String, Object> more = new LinkedHashMap<>(extensions);
    more.put("suppression_reason", reason);
    return new Finding(
        findingId,
        findingType,
        severity,
        server,
        detail,
        remediation,
        configPath,
        source,
        true,
        suppressionLocation,
        observedAt,
        collectedAt,
        processedAt,
        more);
  }
}
