package io.svc.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.svc.baseline.BaselineDiff;
import io.svc.baseline.JsonOutput;
import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import io.svc.scanner.scan.ProjectPaths;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * GitLab's code quality report: one array for all files, which GitLab shows in merge requests.
 * Suppressed findings are omitted, because the format has no field for suppression.
 */
final class GitlabCodeQualityRenderer implements Renderer {
  private final ProjectPaths paths;

  GitlabCodeQualityRenderer(ProjectPaths paths) {
    this.paths = paths;
  }

  @Override
  public String format() {
    return "gitlab-codequality";
  }

  @Override
  public void renderReports(List<McpScanReport> reports, Terminal terminal, Writer out)
      throws IOException {
    JsonGenerator json = JsonOutput.generator(out);
    DistinctFingerprints fingerprints = new DistinctFingerprints();
    json.writeStartArray();
    for (McpScanReport report : reports) {
      writeFindings(json, report.findings(), fingerprints);
    }
    json.writeEndArray();
    finish(json, out);
  }

  @Override
  public void renderDiff(BaselineDiff diff, Terminal terminal, Writer out) throws IOException {
    JsonGenerator json = JsonOutput.generator(out);
    json.writeStartArray();
    writeFindings(json, diff.driftFindings(), new DistinctFingerprints());
    json.writeEndArray();
    finish(json, out);
  }

  private void writeFindings(
      JsonGenerator json, List<Finding> findings, DistinctFingerprints fingerprints)
      throws IOException {
    for (Finding finding : findings) {
      if (!finding.suppressed()) {
        writeFinding(json, finding, fingerprints.of(finding));
      }
    }
  }

  private void writeFinding(JsonGenerator json, Finding finding, String fingerprint)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("description", description(finding));
    json.writeStringField("check_name", finding.findingType());
    json.writeStringField("fingerprint", fingerprint);
    json.writeStringField("severity", severity(finding.severity()));
    json.writeObjectFieldStart("location");
    json.writeStringField("path", paths.display(finding.configPath()));
    json.writeObjectFieldStart("lines");
    json.writeNumberField("begin", FindingPlace.of(finding).line());
    json.writeEndObject();
    json.writeEndObject();
    json.writeEndObject();
  }

  /** GitLab shows only the path, the line and this text. */
  private static String description(Finding finding) {
    String server = finding.server().isEmpty() ? "" : finding.server() + ": ";
    return PlainText.of(server + finding.detail());
  }

  private static String severity(Severity severity) {
    return switch (severity) {
      case INFO -> "info";
      case LOW -> "minor";
      case MEDIUM -> "major";
      case HIGH -> "critical";
      case CRITICAL -> "blocker";
    };
  }

  private static void finish(JsonGenerator json, Writer out) throws IOException {
    json.close();
    out.write('\n');
    out.flush();
  }
}
