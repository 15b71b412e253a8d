package io.svc.server.alerts;

import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import io.svc.server.db.Tx;
import io.svc.server.http.Caller;
import io.svc.server.mcp.ReportListener;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Raises alerts for new high and critical findings of a report, including drift. */
public final class ReportAlerts implements ReportListener {
  /** Findings of a report beyond this number share one alert. */
  private static final int MAX = 50;

  private final Alerts alerts;

  public ReportAlerts(Alerts alerts) {
    this.alerts = alerts;
  }

  @Override
  public int accepted(Tx tx, Caller caller, McpScanReport report, List<Finding> opened) {
    List<AlertDraft> drafts = new ArrayList<>();
    for (Finding finding : opened) {
      if (finding.severity().isAtLeast(Severity.HIGH)) {
        drafts.add(draft(report, finding));
      }
    }
    if (drafts.size() > MAX) {
      drafts = List.of(summary(report, drafts));
    }
    return (int)
        alerts.raise(tx, caller.tenant(), drafts).stream()
            .filter(Alerts.RaisedAlert::isNew)
            .count();
  }

  private static AlertDraft draft(McpScanReport report, Finding finding) {
    String location = finding.server().isEmpty() ? finding.configPath() : finding.server();
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("report_id", report.reportId());
    details.put("finding_id", finding.findingId());
    details.put("finding_type", finding.findingType());
    details.put("server", finding.server());
    details.put("config_path", finding.configPath());
    return AlertDraft.of(
            finding.findingType(),
            finding.severity(),
            label(finding.findingType()) + ": " + location)
        .description(finding.detail())
        .source("mcp_report")
        .rule(String.valueOf(finding.extensions().getOrDefault("rule_id", "")))
        .destination(finding.configPath() + "#" + finding.server())
        .verdict(
            new AlertVerdict(
                "suspicious",
                1,
                "scanner",
                report.source(),
                finding.detail(),
                List.of(),
                finding.remediation()))
        .details(details)
        .build();
  }

  private static AlertDraft summary(McpScanReport report, List<AlertDraft> drafts) {
    Severity worst =
        drafts.stream().map(AlertDraft::severity).max(Severity::compareTo).orElseThrow();
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("report_id", report.reportId());
    details.put("findings", (long) drafts.size());
    details.put("config_path", report.configPath());
    return AlertDraft.of(
            "mcp_findings",
            worst,
            drafts.size() + " new findings, " + worst.label() + " or lower: " + report.configPath())
        .description("The report has too many findings for one alert per finding.")
        .source("mcp_report")
        .destination(report.configPath())
        .verdict(new AlertVerdict("suspicious", 1, "scanner", report.source(), "", List.of(), ""))
        .details(details)
        .build();
  }

  /** Returns the words of a finding type: "hardcoded_secret" as "Hardcoded secret". */
  private static String label(String findingType) {
    String words = findingType.replace('_', ' ');
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }
}
