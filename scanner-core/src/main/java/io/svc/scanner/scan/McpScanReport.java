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
 * The report of one config file. The record components are the wire format, in this order. Names
 * are written in snake_case, times in ISO 8601 UTC with milliseconds.
 *
 * @param reportId {@code rpt_} and a ULID
 * @param orgId organization of the report; empty when not set
 * @param source label of the client
 * @param configPath path of the file as given by the caller
 * @param serversScanned number of server entries that were read
 * @param findingsCount number of findings, without suppressed ones
 * @param criticalCount number of findings with severity critical, without suppressed ones
 * @param highCount number of findings with severity high, without suppressed ones
 * @param scanDurationMs time from before the file is read until the report is complete
 * @param scannedAt when the scan of this file started
 * @param observedAt when the file was read; the report describes the file at this time
 * @param collectedAt when the detectors completed
 * @param processedAt when the report was completed
 * @param markdownSummary counts, and for a partial report the skipped servers with their reasons
 * @param findings ordered by severity, worst first, then by place in the file
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

  /** The extension with the kind of the file; absent for a client configuration. */
  public static final String FILE_KIND = "file_kind";

  /** Completeness of a report. */
  public enum Status {
    /** Every server entry was read, and all of a text was examined. */
    COMPLETE("complete"),
    /** An entry could not be read or a text exceeds the limits; the summary names the part. */
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

  /** Returns this report with other extensions. */
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

  /**
   * A file that a server of this file uses and that could not be examined.
   *
   * @param name path as in the file, masked
   * @param line line of the path, from 1
   * @param reason reason, without content of either file
   */
  public record UnexaminedFile(String name, int line, String reason) {}

  /** Returns this report with a note and an extension about files that were not examined. */
  public McpScanReport withUnexaminedFiles(List<UnexaminedFile> files) {
    if (files.isEmpty()) {
      return this;
    }
    List<Object> entries = new ArrayList<>();
    for (UnexaminedFile file : files) {
      entries.add(MarkdownSummary.noteOf(file.name(), file.line(), file.reason()));
    }
    Map<String, Object> more = new LinkedHashMap<>(extensions);
    more.put("unexamined_files", entries);
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
        markdownSummary + MarkdownSummary.ofUnexamined(files),
        findings,
        more);
  }

  /** Returns this report with findings appended, and with updated counts and summary. */
  public McpScanReport withMore(List<Finding> more) {
    List<Finding> all = new ArrayList<>(findings);
    all.addAll(more);
    return withFindings(all);
  }

  /** Returns this report with the matching findings only, and with updated counts and summary. */
  public McpScanReport withOnly(Predicate<Finding> filter) {
    List<Finding> some = new ArrayList<>();
    for (Finding finding : findings) {
      if (filter.test(finding)) {
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

  /** Returns the number of findings with a severity, without suppressed ones. */
  public int count(Severity severity) {
    return Counts.of(findings, severity);
  }

  /**
   * Returns true if a finding that is not suppressed has the threshold's severity or a worse one.
   */
  public boolean reaches(Severity threshold) {
    for (Finding finding : findings) {
      if (!finding.suppressed() && finding.severity().isAtLeast(threshold)) {
        return true;
      }
    }
    return false;
  }
}
