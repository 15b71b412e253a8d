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
 * A report that was read: checked, masked, and counted anew.
 *
 * @param assets the servers of the file; empty when the report does not carry them, which is not
 *     the same as a file without servers
 * @param json of the report, as it is stored
 * @param contentHash the same for reports that say the same
 */
record ParsedReport(
    McpScanReport report, Optional<List<BaselineAsset>> assets, String json, String contentHash) {
  ParsedReport {
    assets = assets.map(List::copyOf);
  }

  /** What all reports of the same file have in common. */
  String fileKey() {
    return fileKey(report.source(), report.configPath());
  }

  static String fileKey(String source, String configPath) {
    return Fingerprint.of(source, configPath);
  }

  /** What a server is known by from report to report. */
  String serverKey(String name) {
    return Fingerprint.of(report.source(), report.configPath(), name);
  }

  /** The findings by what they are known by from report to report. */
  Map<String, Finding> findings() {
    Map<String, Finding> keyed = new LinkedHashMap<>();
    Map<String, Integer> seen = new HashMap<>();
    for (Finding finding : report.findings()) {
      keyed.put(key(fileKey(), fingerprint(finding), seen), finding);
    }
    return keyed;
  }

  /** The key of a finding; several of one fingerprint are numbered in their order. */
  static String key(String fileKey, String fingerprint, Map<String, Integer> seen) {
    int number = seen.merge(fingerprint, 1, Integer::sum);
    return number == 1
        ? Fingerprint.of(fileKey, fingerprint)
        : Fingerprint.of(fileKey, fingerprint, Integer.toString(number));
  }

  /** What a finding calls itself, else what kind of problem it is and where. */
  static String fingerprint(Finding finding) {
    return finding.extensions().get("fingerprint") instanceof String own && !own.isEmpty()
        ? own
        : Fingerprint.of(finding.findingType(), finding.server(), finding.configPath());
  }

  int count(Severity severity) {
    return report.count(severity);
  }
}
