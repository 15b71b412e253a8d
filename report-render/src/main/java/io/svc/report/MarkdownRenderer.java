package io.svc.report;

import io.svc.baseline.BaselineAsset;
import io.svc.baseline.BaselineDiff;
import io.svc.baseline.ModifiedAsset;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.io.Writer;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** A page in CommonMark, for a merge request or a wiki. Suppressed findings are marked. */
final class MarkdownRenderer implements Renderer {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  @Override
  public String format() {
    return "markdown";
  }

  @Override
  public void renderReports(List<McpScanReport> reports, Terminal terminal, Writer out)
      throws IOException {
    String separator = "";
    for (McpScanReport report : reports) {
      out.write(separator);
      out.write(page(report));
      separator = "\n";
    }
    out.flush();
  }

  @Override
  public void renderDiff(BaselineDiff diff, Terminal terminal, Writer out) throws IOException {
    StringBuilder page = new StringBuilder("# MCP Baseline Diff\n\n");
    appendLine(page, "Baseline", MarkdownText.code(diff.baselineId()));
    appendLine(page, "Added", String.valueOf(diff.addedAssets().size()));
    appendLine(page, "Removed", String.valueOf(diff.removedAssets().size()));
    appendLine(page, "Modified", String.valueOf(diff.modifiedAssets().size()));
    appendAssets(page, "Added", diff.addedAssets());
    appendAssets(page, "Removed", diff.removedAssets());
    appendModified(page, diff.modifiedAssets());
    appendFindings(page, diff.driftFindings());
    out.write(page.toString());
    out.flush();
  }

  private static String page(McpScanReport report) {
    SeverityCounts counts = new SeverityCounts();
    counts.add(report.findings());
    StringBuilder page = new StringBuilder("# MCP Scan Report: ");
    page.append(MarkdownText.of(report.source())).append("\n\n");
    appendLine(page, "Config", MarkdownText.code(report.configPath()));
    appendLine(page, "Scanned", TIME.format(report.scannedAt()));
    appendLine(page, "Servers scanned", String.valueOf(report.serversScanned()));
    appendLine(page, "Findings", counts.total() + " (" + counts.phrase() + ")");
    if (report.status() == McpScanReport.Status.PARTIAL) {
      appendLine(page, "Status", report.status().toString());
    }
    appendNotes(page, report);
    appendFindings(page, report.findings());
    return page.toString();
  }

  private static void appendLine(StringBuilder page, String label, String value) {
    page.append("- **").append(label).append(":** ").append(value).append('\n');
  }

  private static void appendNotes(StringBuilder page, McpScanReport report) {
    // The scanner writes its summary as Markdown and has escaped the text from the file.
    String notes = SummaryNotes.of(report);
    if (notes.isEmpty()) {
      return;
    }
    page.append('\n').append(notes).append('\n');
  }

  private static void appendFindings(StringBuilder page, List<Finding> findings) {
    for (Finding finding : findings) {
      appendFinding(page, finding);
    }
  }

  private static void appendFinding(StringBuilder page, Finding finding) {
    page.append("\n---\n\n### ");
    page.append(finding.severity().label().toUpperCase(Locale.ROOT));
    page.append(finding.suppressed() ? " (suppressed): " : ": ");
    page.append(MarkdownText.word(finding.findingType()));
    if (!finding.server().isEmpty()) {
      page.append(": ").append(MarkdownText.of(finding.server()));
    }
    page.append("\n\n").append(MarkdownText.sentence(finding.detail())).append('\n');
    if (finding.suppressed()) {
      page.append('\n').append(MarkdownText.of(SuppressionText.of(finding))).append('\n');
    } else if (!finding.remediation().isEmpty()) {
      page.append("\n**Remediation:** ").append(MarkdownText.sentence(finding.remediation()));
      page.append('\n');
    }
  }

  private static void appendAssets(StringBuilder page, String heading, List<BaselineAsset> assets) {
    if (assets.isEmpty()) {
      return;
    }
    page.append("\n## ").append(heading).append("\n\n");
    for (BaselineAsset asset : assets) {
      page.append("- ").append(name(asset.serverName()));
      String launch = AssetText.launch(asset);
      if (!launch.isEmpty()) {
        page.append(": ").append(MarkdownText.code(launch));
      }
      page.append('\n');
    }
  }

  private static void appendModified(StringBuilder page, List<ModifiedAsset> assets) {
    if (assets.isEmpty()) {
      return;
    }
    page.append("\n## Modified\n\n");
    for (ModifiedAsset asset : assets) {
      page.append("- ").append(name(asset.serverName())).append(" in ");
      page.append(MarkdownText.code(asset.configPath())).append(":\n");
      for (String field : AssetText.fieldsToShow(asset)) {
        page.append("  - ").append(MarkdownText.word(field)).append(": ");
        page.append(AssetText.change(field, asset.before(), asset.after(), MarkdownText::code));
        page.append('\n');
      }
    }
  }

  private static String name(String serverName) {
    return serverName.isEmpty() ? "(no name)" : MarkdownText.code(serverName);
  }
}
