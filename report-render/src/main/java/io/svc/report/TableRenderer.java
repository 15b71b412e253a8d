package io.svc.report;

import io.svc.baseline.BaselineAsset;
import io.svc.baseline.BaselineDiff;
import io.svc.baseline.ModifiedAsset;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** A table for terminals. Suppressed findings are marked. The format is not stable for parsing. */
final class TableRenderer implements Renderer {
  private static final int CHANGE_WIDTH = "modified".length();

  @Override
  public String format() {
    return "table";
  }

  @Override
  public void renderReports(List<McpScanReport> reports, Terminal terminal, Writer out)
      throws IOException {
    FindingRows rows = new FindingRows(terminal);
    SeverityCounts counts = new SeverityCounts();
    StringBuilder table = new StringBuilder();
    for (McpScanReport report : reports) {
      appendHeader(table, report, terminal);
      rows.append(table, report.findings());
      table.append('\n');
      counts.add(report.findings());
    }
    table.append(reports.isEmpty() ? "Nothing was scanned." : summary(counts)).append('\n');
    if (reports.size() > 1) {
      table.append("Examined: ").append(FileKinds.phrase(reports)).append(".\n");
    }
    out.write(table.toString());
    out.flush();
  }

  @Override
  public void renderDiff(BaselineDiff diff, Terminal terminal, Writer out) throws IOException {
    StringBuilder table = new StringBuilder();
    String baseline = PlainText.of(diff.baselineId());
    if (diff.isEmpty()) {
      table.append("No drift from baseline ").append(baseline).append(".\n");
    } else {
      Palette palette = new Palette(terminal.colored());
      table.append(palette.bold("Baseline " + baseline)).append("  ");
      table.append(diff.addedAssets().size()).append(" added, ");
      table.append(diff.removedAssets().size()).append(" removed, ");
      table.append(diff.modifiedAssets().size()).append(" modified\n\n");
      appendAssets(table, "added", diff.addedAssets());
      appendAssets(table, "removed", diff.removedAssets());
      appendModified(table, diff.modifiedAssets(), new FindingRows(terminal));
    }
    if (!diff.driftFindings().isEmpty()) {
      SeverityCounts counts = new SeverityCounts();
      counts.add(diff.driftFindings());
      new FindingRows(terminal).append(table, diff.driftFindings());
      table.append('\n').append(summary(counts)).append('\n');
    }
    out.write(table.toString());
    out.flush();
  }

  private static void appendHeader(StringBuilder table, McpScanReport report, Terminal terminal) {
    Palette palette = new Palette(terminal.colored());
    table.append(palette.bold(PlainText.of(report.source()))).append("  ");
    table.append(PlainText.of(report.configPath())).append("  ");
    table.append(number(report.serversScanned(), "server")).append(" scanned, ");
    table.append(report.status()).append('\n');
    // The summary is Markdown, which is readable as plain text.
    for (String note : SummaryNotes.of(report).split("\n", -1)) {
      for (String line :
          WrappedText.lines(PlainText.of(note), Math.max(terminal.width() - 2, 20))) {
        table.append("  ").append(line).append('\n');
      }
    }
  }

  private static void appendAssets(StringBuilder table, String change, List<BaselineAsset> assets) {
    for (BaselineAsset asset : assets) {
      String launch = PlainText.of(AssetText.launch(asset));
      appendAsset(table, change, asset.serverName(), launch);
    }
  }

  private static void appendModified(
      StringBuilder table, List<ModifiedAsset> assets, FindingRows rows) {
    for (ModifiedAsset asset : assets) {
      appendAsset(table, "modified", asset.serverName(), PlainText.of(asset.configPath()));
      for (String field : AssetText.fieldsToShow(asset)) {
        String change = AssetText.change(field, asset.before(), asset.after(), PlainText::of);
        rows.appendText(table, PlainText.of(field) + ": " + change, false);
      }
    }
  }

  private static void appendAsset(
      StringBuilder table, String change, String serverName, String launch) {
    table.append("  ");
    FindingRows.appendPadded(table, change, CHANGE_WIDTH);
    table.append("  ").append(PlainText.of(serverName));
    table.append(launch.isEmpty() ? "" : "  ").append(launch).append('\n');
  }

  private static String summary(SeverityCounts counts) {
    if (counts.total() == 0) {
      return "No findings.";
    }
    return number(counts.total(), "finding") + ": " + counts.phrase();
  }

  private static String number(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
