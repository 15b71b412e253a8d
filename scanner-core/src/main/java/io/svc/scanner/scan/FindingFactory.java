package io.svc.scanner.scan;

import io.svc.scanner.config.McpConfig;
import io.svc.scanner.detect.Check;
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
 * Converts the problems that detectors found in a file to findings. All texts are masked here,
 * independent of the masking in a detector.
 *
 * @param suppressions active suppressions
 * @param configPath path of the file as given by the caller, masked
 * @param displayPath machine-independent path of the file, masked; part of fingerprints
 */
record FindingFactory(
    Ids ids,
    Redactor redactor,
    Suppressions suppressions,
    McpConfig config,
    String configPath,
    String displayPath) {

  List<Finding> of(
      List<DetectedProblem> detections,
      Instant observedAt,
      Instant collectedAt,
      Instant processedAt) {
    List<Finding> findings = new ArrayList<>(detections.size());
    Map<String, Integer> seen = new HashMap<>();
    Map<String, String> servers = new HashMap<>();
    AffectedPart parts = new AffectedPart(config);
    for (DetectedProblem detection : detections) {
      String server = servers.get(detection.server());
      if (server == null) {
        server = redactor.redact(detection.server());
        servers.put(detection.server(), server);
      }
      Finding finding =
          new Finding(
              ids.next("fnd_"),
              detection.findingType(),
              detection.severity(),
              server,
              redactor.redact(detection.detail()),
              detection.remediation().replace(Check.PART, parts.of(detection)),
              configPath,
              config.source(),
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
        findings.add(
            finding.suppressedBy(suppression.get().location(), suppression.get().reason()));
      }
    }
    return findings;
  }

  private Map<String, Object> extensions(
      DetectedProblem detection, String server, Map<String, Integer> seen) {
    String pointer = redactor.redactPointer(detection.location().pointer());
    Map<String, Object> location = new LinkedHashMap<>(4);
    location.put("pointer", pointer);
    location.put("line", detection.location().line());
    location.put("column", detection.location().column());
    Map<String, Object> extensions = new LinkedHashMap<>(8);
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
   * Problems of the same kind at the same place, such as two secrets in one value, are numbered.
   * Problems with different advisories are not numbered: a new advisory about a package must not
   * take the number of an accepted finding.
   */
  private String fingerprint(
      DetectedProblem detection, String server, String pointer, Map<String, Integer> seen) {
    String fingerprint =
        Fingerprint.of(
            detection.findingType(),
            detection.ruleId(),
            displayPath,
            server,
            withoutIndexes(pointer));
    if (detection.extensions().get("advisory") instanceof String advisory) {
      fingerprint = Fingerprint.of(fingerprint, advisory);
    }
    int number = seen.getOrDefault(fingerprint, 0) + 1;
    seen.put(fingerprint, number);
    return number == 1 ? fingerprint : Fingerprint.of(fingerprint, Integer.toString(number));
  }

  /**
   * Returns a pointer without list indexes, so that an argument inserted before another one does
   * not change the other's fingerprint.
   */
  private static String withoutIndexes(String pointer) {
    StringBuilder pointerText = null;
    int copied = 0;
    int start = 0;
    while (start < pointer.length()) {
      int end = pointer.indexOf('/', start + 1);
      end = end < 0 ? pointer.length() : end;
      if (isIndex(pointer, start + 1, end)) {
        pointerText = pointerText == null ? new StringBuilder(pointer.length()) : pointerText;
        pointerText.append(pointer, copied, start + 1).append('*');
        copied = end;
      }
      start = end;
    }
    return pointerText == null
        ? pointer
        : pointerText.append(pointer, copied, pointer.length()).toString();
  }

  private static boolean isIndex(String pointer, int start, int end) {
    for (int i = start; i < end; i++) {
      if (!Character.isDigit(pointer.charAt(i))) {
        return false;
      }
    }
    return start < end;
  }
}
