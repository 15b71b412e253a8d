package io.svc.scanner.finding;

import io.svc.rules.Severity;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One problem in one config file. The components are the wire format, in its order; names are
 * written in snake_case.
 *
 * <p>No component ever holds a secret: what was found is shown as a masked head at most.
 *
 * @param findingId {@code fnd_} and a ULID
 * @param findingType kind of problem in snake_case, such as {@code hardcoded_secret}
 * @param server name of the server concerned; empty when the problem is the file's
 * @param detail what was found and where, for people
 * @param remediation what to do about it
 * @param configPath the file as the caller named it
 * @param source label of the client
 * @param suppressed whether it was set aside
 * @param suppressedBy what set it aside; empty when nothing did
 * @param observedAt when the file was read
 * @param collectedAt when the detectors had finished with the file
 * @param processedAt when the report was completed
 * @param extensions {@code rule_id}, {@code fingerprint}, {@code location} with {@code pointer},
 *     {@code line} and {@code column}, and what a check adds; values are texts, numbers, booleans,
 *     lists and maps of such
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
   * The same finding, set aside.
   *
   * @param place where the decision is written
   * @param reason why, kept as {@code suppression_reason} among the extensions
   */
  public Finding suppressedBy(String place, String reason) {
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
        place,
        observedAt,
        collectedAt,
        processedAt,
        more);
  }
}
