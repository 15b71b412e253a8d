package io.svc.scanner.scan;

import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The report of one config file. The components are the wire format, in its order; names are
 * written in snake_case, times in ISO 8601 UTC with milliseconds.
 *
 * @param reportId {@code rpt_} and a ULID
 * @param orgId organisation the report is for; empty when none was given
 * @param source label of the client
 * @param configPath the file as the caller named it
 * @param serversScanned how many server entries were read
 * @param findingsCount how many findings the report has, suppressed ones left out
 * @param criticalCount how many of them are critical
 * @param highCount how many of them are high
 * @param scanDurationMs from before the file was read until the report was complete
 * @param scannedAt when the scan of this file began
 * @param observedAt when the file had been read: the state of the file that the report tells of
 * @param collectedAt when the detectors had finished
 * @param processedAt when the report was complete
 * @param markdownSummary counts, and for a partial report the skipped servers with their reasons
 * @param findings worst first, then in the order of the file
 * @param extensions free-form; empty by default
 */
public record McpScanReport(
    String reportId,
    String orgId,
    String source,
    String configPath,
    Status status,
    int serversScanned,
    int findingsCount,
    int criticalCount,
    int highCount,
    double scanDurationMs,
    Instant scannedAt,
    Instant observedAt,
    Instant collectedAt,
    Instant processedAt,
    String markdownSummary,
    List<Finding> findings,
    Map<String, Object> extensions) {

  /** Whether everything in the file could be read. */
  public enum Status {
    /** Every server entry was read. */
    COMPLETE("complete"),
    /** One or more entries could not be read; the summary names them. */
    PARTIAL("partial");

    private final String label;

    Status(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  public McpScanReport {
    findings = List.copyOf(findings);
    extensions = Collections.unmodifiableMap(new LinkedHashMap<>(extensions));
  }

  /** The same report with other extensions. */
  public McpScanReport withExtensions(Map<String, Object> other) {
    return new McpScanReport(
        reportId,
        orgId,
        source,
        configPath,
        status,
        serversScanned,
        findingsCount,
        criticalCount,
        highCount,
        scanDurationMs,
        scannedAt,
        observedAt,
        collectedAt,
        processedAt,
        markdownSummary,
        findings,
        other);
  }

  /** The same report with further findings behind its own, counted and in its summary. */
  public McpScanReport withMore(List<Finding> more) {
    List<Finding> all = new ArrayList<>(findings);
    all.addAll(more);
    return withFindings(all);
  }

  /** The same report with those of its findings that are wanted, counted and in its summary. */
  public McpScanReport withOnly(Predicate<Finding> wanted) {
    List<Finding> some = new ArrayList<>();
    for (Finding finding : findings) {
      if (wanted.test(finding)) {
        some.add(finding);
      }
    }
    return withFindings(some);
  }

  private McpScanReport withFindings(List<Finding> others) {
    String oldCounts = MarkdownSummary.counts(serversScanned, findings);
    return new McpScanReport(
        reportId,
        orgId,
        source,
        configPath,
        status,
        serversScanned,
        Counts.of(others),
        Counts.of(others, Severity.CRITICAL),
        Counts.of(others, Severity.HIGH),
        scanDurationMs,
        scannedAt,
        observedAt,
        collectedAt,
        processedAt,
        MarkdownSummary.counts(serversScanned, others)
            + markdownSummary.substring(oldCounts.length()),
        others,
        extensions);
  }

  /** How many findings have a severity, suppressed ones left out. */
  public int count(Severity severity) {
    return Counts.of(findings, severity);
  }

  /** Whether a finding that is not suppressed is as bad as the threshold or worse. */
  public boolean reaches(Severity threshold) {
    for (Finding finding : findings) {
      if (!finding.suppressed() && finding.severity().isAtLeast(threshold)) {
        return true;
      }
    }
    return false;
  }
}
