package io.svc.scanner.scan;

import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.finding.Fingerprint;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;

/** Findings and decisions about them, as far as a test says. */
final class TestFindings {
  private TestFindings() {}

  /** A finding whose fingerprint is made of its type and its server. */
  static Finding finding(String type, String server) {
    return finding(type, server, Severity.MEDIUM);
  }

  static Finding finding(String type, String server, Severity severity) {
    return new Finding(
        "fnd_" + type,
        type,
        severity,
        server,
        "Detail.",
        "Remedy.",
        "mcp.json",
        "cursor",
        false,
        "",
        TestScans.NOW,
        TestScans.NOW,
        TestScans.NOW,
        Map.of("rule_id", "x/y", "fingerprint", fingerprint(type, server)));
  }

  static String fingerprint(String type, String server) {
    return Fingerprint.of(type, server);
  }

  /** A decision about one finding. */
  static Suppression byFingerprint(int line, String fingerprint, String file) {
    return new Suppression(
        ".svc/preflight.yaml", line, fingerprint, "", "", file, "A reason", Optional.empty());
  }

  /** A decision about a type on some servers and in some files. */
  static Suppression byType(int line, String type, String server, String file) {
    return new Suppression(
        ".svc/preflight.yaml", line, "", type, server, file, "A reason", Optional.empty());
  }

  /** The same decision with a last day. */
  static Suppression until(String day, Suppression suppression) {
    return new Suppression(
        suppression.writtenIn(),
        suppression.line(),
        suppression.fingerprint(),
        suppression.type(),
        suppression.server(),
        suppression.file(),
        suppression.reason(),
        Optional.of(LocalDate.parse(day)));
  }
}
