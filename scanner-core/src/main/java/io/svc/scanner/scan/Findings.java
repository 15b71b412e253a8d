package io.svc.scanner.scan;

import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.finding.Fingerprint;
import io.svc.scanner.finding.Ids;
import io.svc.scanner.redact.Redactor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes findings of what the detectors saw in one file. Every text of theirs is masked once more
 * here, whatever a detector did about it.
 *
 * @param suppressions what is set aside
 * @param configPath the file as the caller named it, masked
 * @param displayPath the file as two machines agree to name it, masked; part of fingerprints
 */
record Findings(
    Ids ids,
    Redactor redactor,
    Suppressions suppressions,
    String source,
    String configPath,
    String displayPath) {

  List<Finding> of(
      List<DetectedProblem> detections,
      Instant observedAt,
      Instant collectedAt,
      Instant processedAt) {
    List<Finding> findings = new ArrayList<>(detections.size());
    Map<String, Integer> seen = new HashMap<>();
    for (DetectedProblem detection : detections) {
      String server = redactor.redact(detection.server());
      Finding finding =
          new Finding(
              ids.next("fnd_"),
              detection.findingType(),
              detection.severity(),
              server,
              redactor.redact(detection.detail()),
              detection.remediation(),
              configPath,
              source,
              false,
              "",
              observedAt,
              collectedAt,
              processedAt,
              extensions(detection, server, seen));
      Optional<Suppression> suppression = suppressions.of(finding, displayPath);
      if (suppression.isEmpty()) {
        findings.add(finding);
      } else if (suppressions.isShown()) {
        findings.add(finding.suppressedBy(suppression.get().place(), suppression.get().reason()));
      }
    }
    return findings;
  }

  private Map<String, Object> extensions(
      DetectedProblem detection, String server, Map<String, Integer> seen) {
    String pointer = redactor.redactPointer(detection.location().pointer());
    Map<String, Object> location = new LinkedHashMap<>();
    location.put("pointer", pointer);
    location.put("line", detection.location().line());
    location.put("column", detection.location().column());
    Map<String, Object> extensions = new LinkedHashMap<>();
    extensions.put("rule_id", detection.ruleId());
    extensions.put("fingerprint", fingerprint(detection, server, pointer, seen));
    extensions.put("location", location);
    for (Map.Entry<String, Object> entry : detection.extensions().entrySet()) {
      Object value = entry.getValue();
      extensions.put(entry.getKey(), value instanceof String text ? redactor.redact(text) : value);
    }
    return extensions;
  }

  /**
   * Two problems of one kind in one place, such as two secrets in one value, are numbered. Those
   * that an advisory tells apart are not: the next advisory about a package must not take the
   * number of one that was accepted.
   */
  private String fingerprint(
      DetectedProblem detection, String server, String pointer, Map<String, Integer> seen) {
    String fingerprint =
        Fingerprint.of(
            detection.findingType(), detection.ruleId(), displayPath, server, place(pointer));
    if (detection.extensions().get("advisory") instanceof String advisory) {
      fingerprint = Fingerprint.of(fingerprint, advisory);
    }
    int number = seen.getOrDefault(fingerprint, 0) + 1;
    seen.put(fingerprint, number);
    return number == 1 ? fingerprint : Fingerprint.of(fingerprint, Integer.toString(number));
  }

  /**
   * A pointer without the indexes of lists: an argument put in before another one must not make a
   * new problem of an old one.
   */
  private static String place(String pointer) {
    StringBuilder place = new StringBuilder();
    int start = 0;
    while (start < pointer.length()) {
      int end = pointer.indexOf('/', start + 1);
      end = end < 0 ? pointer.length() : end;
      String name = pointer.substring(start + 1, end);
      place.append('/').append(isIndex(name) ? "*" : name);
      start = end;
    }
    return place.toString();
  }

  private static boolean isIndex(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (!Character.isDigit(name.charAt(i))) {
        return false;
      }
    }
    return !name.isEmpty();
  }
}
