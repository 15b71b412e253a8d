package io.svc.report;

import io.svc.scanner.finding.Finding;
import io.svc.scanner.finding.Fingerprint;
import java.util.HashMap;
import java.util.Map;

/**
 * Makes the fingerprints in one document unique, because readers merge findings with the same
 * fingerprint. A file that is listed twice has each of its findings twice. Not thread-safe.
 */
final class DistinctFingerprints {
  private static final String ALGORITHM = "sha256:";

  private final Map<String, Integer> seen = new HashMap<>();

  /** Returns 64 hexadecimal digits, the same in every run with the same findings. */
  String of(Finding finding) {
    String fingerprint =
        finding.extensions().get("fingerprint") instanceof String existingFingerprint
            ? existingFingerprint
            : Fingerprint.of(
                finding.findingType(), finding.configPath(), finding.server(), finding.detail());
    int number = seen.merge(fingerprint, 1, Integer::sum);
    String distinct =
        number == 1 ? fingerprint : Fingerprint.of(fingerprint, Integer.toString(number));
    return distinct.startsWith(ALGORITHM) ? distinct.substring(ALGORITHM.length()) : distinct;
  }
}
