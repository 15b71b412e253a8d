package io.svc.server.mcp;

import io.svc.baseline.BaselineAsset;
import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.finding.Fingerprint;
import io.svc.scanner.scan.McpScanReport;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A report after validation, masking and recounting.
 *
 * @param assets the servers of the file; empty when the report contains no list of assets, which
 *     differs from a file without servers
 * @param json the report in its stored form
 * @param contentHash equal for reports with equal content
 */
record ParsedReport(
    McpScanReport report, Optional<List<BaselineAsset>> assets, String json, String contentHash) {
  ParsedReport {
    assets = assets.map(List::copyOf);
  }

  /** Returns the key of the reports of the same file. */
  String fileKey() {
    return fileKey(report.source(), report.configPath());
  }

  static String fileKey(String source, String configPath) {
    return Fingerprint.of(source, configPath);
  }

  /** Returns the key that identifies a server across reports. */
  String serverKey(String name) {
    return Fingerprint.of(report.source(), report.configPath(), name);
  }

  /** Returns the findings by the keys that identify them across reports. */
  Map<String, Finding> findings() {
    Map<String, Finding> keyed = new LinkedHashMap<>();
    Map<String, Integer> seen = new HashMap<>();
    for (Finding finding : report.findings()) {
      keyed.put(key(fileKey(), fingerprint(finding), seen), finding);
    }
    return keyed;
  }

  /** Returns the key of a finding; findings with equal fingerprints are numbered in order. */
  static String key(String fileKey, String fingerprint, Map<String, Integer> seen) {
    int number = seen.merge(fingerprint, 1, Integer::sum);
    return number == 1
        ? Fingerprint.of(fileKey, fingerprint)
        : Fingerprint.of(fileKey, fingerprint, Integer.toString(number));
  }

  /** Returns the finding's own fingerprint, or otherwise its type and location. */
  static String fingerprint(Finding finding) {
    return finding.extensions().get("fingerprint") instanceof String fingerprint
            && !fingerprint.isEmpty()
        ? fingerprint
        : Fingerprint.of(finding.findingType(), finding.server(), finding.configPath());
  }

  int count(Severity severity) {
    return report.count(severity);
  }
}
