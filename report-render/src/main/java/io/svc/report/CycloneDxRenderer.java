package io.svc.report;

import io.svc.baseline.BaselineDiff;
import io.svc.baseline.JsonOutput;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import io.svc.scanner.scan.ProjectPaths;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.List;

/**
 * A CycloneDX bill of materials: one document for all files. The only findings in it are the known
 * vulnerabilities of packages, because readers of such documents expect these.
 */
final class CycloneDxRenderer implements Renderer {
  private final ProjectPaths paths;

  CycloneDxRenderer(ProjectPaths paths) {
    this.paths = paths;
  }

  @Override
  public String format() {
    return "cyclonedx";
  }

  @Override
  public boolean needsInventory() {
    return true;
  }

  @Override
  public void renderReports(List<McpScanReport> reports, Terminal terminal, Writer out)
      throws IOException {
    StringBuilder ids = new StringBuilder();
    Instant scanned = Instant.MAX;
    String organisation = "";
    for (McpScanReport report : reports) {
      ids.append('/').append(report.reportId());
      scanned = report.scannedAt().isBefore(scanned) ? report.scannedAt() : scanned;
      organisation = report.orgId();
    }
    Bom bom = ReportBom.of(reports, paths);
    new BomWriter(bom, out)
        .write(serialNumber(ids), reports.isEmpty() ? "" : JsonOutput.time(scanned), organisation);
  }

  @Override
  public void renderDiff(BaselineDiff diff, Terminal terminal, Writer out) throws IOException {
    StringBuilder ids = new StringBuilder();
    String processed = "";
    for (Finding finding : diff.driftFindings()) {
      ids.append('/').append(finding.findingId());
      processed = JsonOutput.time(finding.processedAt());
    }
    new BomWriter(DiffBom.of(diff), out).write(serialNumber(ids), processed, "");
  }

  /**
   * Every BOM has its own serial number, and the same input must give the same BOM. The number is
   * therefore derived from ids that are unique to a run; empty if there are none.
   */
  private static String serialNumber(StringBuilder ids) {
    return ids.isEmpty()
        ? ""
        : "urn:uuid:" + NamedUuid.ofUrl("https://svc-preflight.dev/boms" + ids);
  }
}
