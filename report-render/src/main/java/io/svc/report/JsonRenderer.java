package io.svc.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.svc.baseline.BaselineAsset;
import io.svc.baseline.BaselineDiff;
import io.svc.baseline.JsonOutput;
import io.svc.baseline.ModifiedAsset;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * The wire format. One report is an object, several are an array. Fields are written individually:
 * reflection over the records would take longer than the scan.
 */
final class JsonRenderer implements Renderer {
  @Override
  public String format() {
    return "json";
  }

  @Override
  public void renderReports(List<McpScanReport> reports, Terminal terminal, Writer out)
      throws IOException {
    JsonGenerator json = JsonOutput.generator(out);
    if (reports.size() == 1) {
      writeReport(json, reports.get(0));
    } else {
      json.writeStartArray();
      for (McpScanReport report : reports) {
        writeReport(json, report);
      }
      json.writeEndArray();
    }
    finish(json, out);
  }

  @Override
  public void renderDiff(BaselineDiff diff, Terminal terminal, Writer out) throws IOException {
    JsonGenerator json = JsonOutput.generator(out);
    json.writeStartObject();
    json.writeStringField("baseline_id", diff.baselineId());
    writeAssets(json, "added_assets", diff.addedAssets());
    writeAssets(json, "removed_assets", diff.removedAssets());
    json.writeArrayFieldStart("modified_assets");
    for (ModifiedAsset asset : diff.modifiedAssets()) {
      writeModified(json, asset);
    }
    json.writeEndArray();
    writeFindings(json, "drift_findings", diff.driftFindings());
    json.writeEndObject();
    finish(json, out);
  }

  private static void writeReport(JsonGenerator json, McpScanReport report) throws IOException {
    json.writeStartObject();
    json.writeStringField("report_id", report.reportId());
    json.writeStringField("org_id", report.orgId());
    json.writeStringField("source", report.source());
    json.writeStringField("config_path", report.configPath());
    json.writeStringField("status", report.status().toString());
    json.writeNumberField("servers_scanned", report.serversScanned());
    json.writeNumberField("findings_count", report.findingsCount());
    json.writeNumberField("critical_count", report.criticalCount());
    json.writeNumberField("high_count", report.highCount());
    json.writeNumberField("scan_duration_ms", report.scanDurationMs());
    json.writeStringField("scanned_at", JsonOutput.time(report.scannedAt()));
    json.writeStringField("observed_at", JsonOutput.time(report.observedAt()));
    json.writeStringField("collected_at", JsonOutput.time(report.collectedAt()));
    json.writeStringField("processed_at", JsonOutput.time(report.processedAt()));
    json.writeStringField("markdown_summary", report.markdownSummary());
    writeFindings(json, "findings", report.findings());
    JsonOutput.writeField(json, "extensions", report.extensions());
    json.writeEndObject();
  }

  private static void writeFindings(JsonGenerator json, String name, List<Finding> findings)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (Finding finding : findings) {
      writeFinding(json, finding);
    }
    json.writeEndArray();
  }

  private static void writeFinding(JsonGenerator json, Finding finding) throws IOException {
    json.writeStartObject();
    json.writeStringField("finding_id", finding.findingId());
    json.writeStringField("finding_type", finding.findingType());
    json.writeStringField("severity", finding.severity().toString());
    json.writeStringField("server", finding.server());
    json.writeStringField("detail", finding.detail());
    json.writeStringField("remediation", finding.remediation());
    json.writeStringField("config_path", finding.configPath());
    json.writeStringField("source", finding.source());
    json.writeBooleanField("suppressed", finding.suppressed());
    json.writeStringField("suppressed_by", finding.suppressedBy());
    json.writeStringField("observed_at", JsonOutput.time(finding.observedAt()));
    json.writeStringField("collected_at", JsonOutput.time(finding.collectedAt()));
    json.writeStringField("processed_at", JsonOutput.time(finding.processedAt()));
    JsonOutput.writeField(json, "extensions", finding.extensions());
    json.writeEndObject();
  }

  private static void writeAssets(JsonGenerator json, String name, List<BaselineAsset> assets)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (BaselineAsset asset : assets) {
      JsonOutput.writeAsset(json, asset);
    }
    json.writeEndArray();
  }

  private static void writeModified(JsonGenerator json, ModifiedAsset asset) throws IOException {
    json.writeStartObject();
    json.writeStringField("server_name", asset.serverName());
    json.writeStringField("config_path", asset.configPath());
    JsonOutput.writeField(json, "changed_fields", asset.changedFields());
    JsonOutput.writeField(json, "before", asset.before());
    JsonOutput.writeField(json, "after", asset.after());
    json.writeEndObject();
  }

  /**
   * Closes a complete document. Not called after a failed write: closing would add the missing
   * brackets and make a truncated report look complete.
   */
  private static void finish(JsonGenerator json, Writer out) throws IOException {
    json.close();
    out.write('\n');
    out.flush();
  }
}
