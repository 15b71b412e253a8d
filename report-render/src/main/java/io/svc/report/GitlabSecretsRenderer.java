package io.svc.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.svc.baseline.BaselineDiff;
import io.svc.baseline.JsonOutput;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import io.svc.scanner.scan.ProjectPaths;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * GitLab's secret detection report: one document for all files, with the secrets that are not
 * suppressed. It contains no other findings.
 */
final class GitlabSecretsRenderer implements Renderer {
  /** The version of the schema. */
  private static final String VERSION = "15.0.6";

  private static final String SCHEMA =
      "https://gitlab.com/gitlab-org/security-products/security-report-schemas/-/raw/v"
          + VERSION
          + "/dist/secret-detection-report-format.json";

  private static final String SECRET = "hardcoded_secret";
  private static final int SECONDS = "2026-11-20T10:15:30".length();

  private final ProjectPaths paths;

  GitlabSecretsRenderer(ProjectPaths paths) {
    this.paths = paths;
  }

  @Override
  public String format() {
    return "gitlab-secrets";
  }

  @Override
  public void renderReports(List<McpScanReport> reports, Terminal terminal, Writer out)
      throws IOException {
    Instant start = reports.isEmpty() ? Instant.EPOCH : reports.get(0).scannedAt();
    Instant end = Instant.EPOCH;
    List<Message> messages = new ArrayList<>();
    List<Finding> secrets = new ArrayList<>();
    for (McpScanReport report : reports) {
      start = report.scannedAt().isBefore(start) ? report.scannedAt() : start;
      end = report.processedAt().isAfter(end) ? report.processedAt() : end;
      addSecrets(report.findings(), secrets);
      if (report.status() == McpScanReport.Status.PARTIAL) {
        messages.add(
            new Message(
                "warn",
                "Some server entries could not be read in "
                    + PlainText.of(paths.display(report.configPath()))));
      }
    }
    if (reports.isEmpty()) {
      messages.add(new Message("fatal", "Nothing was scanned"));
    }
    write(new Document(start, end, messages, secrets), out);
  }

  /**
   * A baseline comparison does not check for secrets. An empty list would look like a clean result.
   */
  @Override
  public void renderDiff(BaselineDiff diff, Terminal terminal, Writer out) throws IOException {
    Instant start = Instant.EPOCH;
    Instant end = Instant.EPOCH;
    List<Finding> secrets = new ArrayList<>();
    addSecrets(diff.driftFindings(), secrets);
    for (Finding finding : diff.driftFindings()) {
      start = finding.observedAt();
      end = finding.processedAt();
    }
    List<Message> messages =
        List.of(new Message("fatal", "A baseline comparison does not check for secrets"));
    write(new Document(start, end, messages, secrets), out);
  }

  private static void addSecrets(List<Finding> findings, List<Finding> secrets) {
    for (Finding finding : findings) {
      if (!finding.suppressed() && finding.findingType().equals(SECRET)) {
        secrets.add(finding);
      }
    }
  }

  private void write(Document document, Writer out) throws IOException {
    JsonGenerator json = JsonOutput.generator(out);
    json.writeStartObject();
    json.writeStringField("version", VERSION);
    json.writeStringField("schema", SCHEMA);
    writeScan(json, document);
    json.writeArrayFieldStart("vulnerabilities");
    GitlabVulnerabilities vulnerabilities = new GitlabVulnerabilities(paths);
    for (Finding secret : document.secrets) {
      vulnerabilities.write(json, secret);
    }
    json.writeEndArray();
    json.writeEndObject();
    json.close();
    out.write('\n');
    out.flush();
  }

  private static void writeScan(JsonGenerator json, Document document) throws IOException {
    json.writeObjectFieldStart("scan");
    writeTool(json, "analyzer");
    writeTool(json, "scanner");
    json.writeStringField("type", "secret_detection");
    json.writeStringField("start_time", time(document.start));
    json.writeStringField("end_time", time(document.end));
    json.writeStringField("status", document.messages.isEmpty() ? "success" : "failure");
    json.writeArrayFieldStart("messages");
    for (Message message : document.messages) {
      json.writeStartObject();
      json.writeStringField("level", message.level);
      json.writeStringField("value", message.value);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void writeTool(JsonGenerator json, String role) throws IOException {
    json.writeObjectFieldStart(role);
    json.writeStringField("id", ToolMetadata.NAME);
    json.writeStringField("name", "Svc Preflight");
    json.writeStringField("version", ToolMetadata.version());
    json.writeObjectFieldStart("vendor");
    json.writeStringField("name", "Svc");
    json.writeEndObject();
    json.writeEndObject();
  }

  /** The time is in UTC, but the schema does not allow a zone suffix. */
  private static String time(Instant instant) {
    return JsonOutput.time(instant).substring(0, SECONDS);
  }

  private record Message(String level, String value) {}

  private record Document(
      Instant start, Instant end, List<Message> messages, List<Finding> secrets) {}
}
