package io.svc.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.svc.baseline.BaselineDiff;
import io.svc.baseline.JsonOutput;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * SARIF 2.1.0 for code scanning and editors: one log with one run for all reports. Suppressed
 * findings are results with a suppression.
 *
 * <p>The run has no {@code automationDetails}, because that would replace the category under which
 * a workflow uploads it.
 */
final class SarifRenderer implements Renderer {
  private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

  private final SourceRoot root;

  SarifRenderer(SourceRoot root) {
    this.root = root;
  }

  @Override
  public String format() {
    return "sarif";
  }

  @Override
  public void renderReports(List<McpScanReport> reports, Terminal terminal, Writer out)
      throws IOException {
    List<Finding> findings = new ArrayList<>();
    for (McpScanReport report : reports) {
      findings.addAll(report.findings());
    }
    write(reports, findings, out);
  }

  @Override
  public void renderDiff(BaselineDiff diff, Terminal terminal, Writer out) throws IOException {
    write(List.of(), diff.driftFindings(), out);
  }

  private void write(List<McpScanReport> reports, List<Finding> findings, Writer out)
      throws IOException {
    SarifRules rules = new SarifRules(findings);
    JsonGenerator json = JsonOutput.generator(out);
    json.writeStartObject();
    json.writeStringField("$schema", SCHEMA);
    json.writeStringField("version", "2.1.0");
    json.writeArrayFieldStart("runs");
    json.writeStartObject();
    writeTool(json, rules);
    writeInvocation(json, reports);
    writeArtifacts(json, reports);
    json.writeArrayFieldStart("results");
    SarifResults results = new SarifResults(root, rules, findings);
    for (Finding finding : findings) {
      results.write(json, finding);
    }
    json.writeEndArray();
    json.writeStringField("columnKind", "utf16CodeUnits");
    json.writeEndObject();
    json.writeEndArray();
    json.writeEndObject();
    // As in JsonRenderer, not called after a failed write.
    json.close();
    out.write('\n');
    out.flush();
  }

  private static void writeTool(JsonGenerator json, SarifRules rules) throws IOException {
    String version = ToolMetadata.version();
    json.writeObjectFieldStart("tool");
    json.writeObjectFieldStart("driver");
    json.writeStringField("name", ToolMetadata.NAME);
    json.writeStringField("version", version);
    json.writeStringField("semanticVersion", version);
    rules.write(json);
    json.writeEndObject();
    json.writeEndObject();
  }

  /** The run succeeded because it has reports; it lists what could not be read. */
  private void writeInvocation(JsonGenerator json, List<McpScanReport> reports) throws IOException {
    json.writeArrayFieldStart("invocations");
    json.writeStartObject();
    if (!reports.isEmpty()) {
      Instant start = reports.get(0).scannedAt();
      Instant end = reports.get(0).processedAt();
      for (McpScanReport report : reports) {
        start = report.scannedAt().isBefore(start) ? report.scannedAt() : start;
        end = report.processedAt().isAfter(end) ? report.processedAt() : end;
      }
      json.writeStringField("startTimeUtc", JsonOutput.time(start));
      json.writeStringField("endTimeUtc", JsonOutput.time(end));
    }
    json.writeBooleanField("executionSuccessful", true);
    json.writeArrayFieldStart("toolExecutionNotifications");
    for (McpScanReport report : reports) {
      ReportNotes notes = ReportNotes.of(report);
      for (ReportNotes.SkippedEntry skipped : notes.skipped()) {
        String text = "Skipped; the results are incomplete: " + skipped.text();
        writeNotification(json, report, "error", text, skipped.line());
      }
      for (String remark : notes.remarks()) {
        writeNotification(json, report, "note", remark, 1);
      }
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
  }

  private void writeNotification(
      JsonGenerator json, McpScanReport report, String level, String text, int line)
      throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("message");
    json.writeStringField("text", SarifText.message(text));
    json.writeEndObject();
    json.writeStringField("level", level);
    json.writeArrayFieldStart("locations");
    json.writeStartObject();
    SarifResults.writePhysical(json, root, report.configPath(), line, 1);
    json.writeEndObject();
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Writes the scanned files, including files without findings. */
  private void writeArtifacts(JsonGenerator json, List<McpScanReport> reports) throws IOException {
    Set<ArtifactUri> files = new LinkedHashSet<>();
    for (McpScanReport report : reports) {
      files.add(ArtifactUri.of(root.name(report.configPath())));
    }
    json.writeArrayFieldStart("artifacts");
    for (ArtifactUri file : files) {
      json.writeStartObject();
      json.writeFieldName("location");
      SarifResults.writeArtifact(json, file);
      json.writeArrayFieldStart("roles");
      json.writeString("analysisTarget");
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
