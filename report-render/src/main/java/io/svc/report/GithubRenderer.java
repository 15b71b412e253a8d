package io.svc.report;

import io.svc.baseline.BaselineDiff;
import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Workflow commands of GitHub Actions, which are shown as annotations. Suppressed findings are
 * omitted.
 *
 * <p>A step shows ten annotations of each level, so skipped entries and the most severe findings of
 * all files come first. Text from a file is written only inside a command: the runner searches
 * other lines for older commands.
 */
final class GithubRenderer implements Renderer {
  /** GitHub truncates titles at 255 characters. */
  private static final int LONGEST_TITLE = 255;

  private final SourceRoot root;

  GithubRenderer(SourceRoot root) {
    this.root = root;
  }

  @Override
  public String format() {
    return "github";
  }

  @Override
  public void renderReports(List<McpScanReport> reports, Terminal terminal, Writer out)
      throws IOException {
    StringBuilder log = new StringBuilder();
    List<Finding> findings = new ArrayList<>();
    for (McpScanReport report : reports) {
      for (ReportNotes.SkippedEntry skipped : ReportNotes.of(report).skipped()) {
        appendCommand(log, "warning", report.configPath(), new FindingPlace("", skipped.line(), 1));
        log.append(property("Skipped server")).append("::").append(data(skipped.text()));
        log.append('\n');
      }
      findings.addAll(report.findings());
    }
    appendFindings(log, findings);
    for (McpScanReport report : reports) {
      for (String remark : ReportNotes.of(report).remarks()) {
        appendCommand(log, "notice", report.configPath(), new FindingPlace("", 1, 1));
        log.append(property("Note")).append("::").append(data(remark)).append('\n');
      }
    }
    log.append(ToolMetadata.NAME).append(": ");
    log.append(reports.isEmpty() ? "nothing was scanned" : summary(findings));
    if (!reports.isEmpty()) {
      log.append(" in ").append(number(reports.size(), "file"));
    }
    out.write(log.append('\n').toString());
    out.flush();
  }

  @Override
  public void renderDiff(BaselineDiff diff, Terminal terminal, Writer out) throws IOException {
    StringBuilder log = new StringBuilder();
    appendFindings(log, diff.driftFindings());
    log.append(ToolMetadata.NAME).append(": ");
    log.append(
        diff.isEmpty() ? "no drift from the baseline" : "drift, " + summary(diff.driftFindings()));
    out.write(log.append('\n').toString());
    out.flush();
  }

  private void appendFindings(StringBuilder log, List<Finding> findings) {
    List<Finding> worstFirst = new ArrayList<>(findings);
    worstFirst.sort(Comparator.comparing(Finding::severity).reversed());
    for (Finding finding : worstFirst) {
      if (!finding.suppressed()) {
        appendFinding(log, finding);
      }
    }
  }

  private void appendFinding(StringBuilder log, Finding finding) {
    appendCommand(log, command(finding.severity()), finding.configPath(), FindingPlace.of(finding));
    String title = finding.findingType();
    if (!finding.server().isEmpty()) {
      title += ": " + finding.server();
    }
    log.append(property(cut(title))).append("::").append(data(finding.detail()));
    if (!finding.remediation().isEmpty()) {
      log.append("%0A").append(data(finding.remediation()));
    }
    log.append('\n');
  }

  private static String command(Severity severity) {
    return switch (severity) {
      case CRITICAL, HIGH -> "error";
      case MEDIUM -> "warning";
      case LOW, INFO -> "notice";
    };
  }

  /** Appends everything before the title's value. */
  private void appendCommand(
      StringBuilder log, String command, String configPath, FindingPlace location) {
    log.append("::").append(command).append(" file=").append(property(root.name(configPath)));
    log.append(",line=").append(location.line()).append(",col=").append(location.column());
    log.append(",title=");
  }

  private static String cut(String title) {
    int characters = Math.min(title.codePointCount(0, title.length()), LONGEST_TITLE);
    return title.substring(0, title.offsetByCodePoints(0, characters));
  }

  /**
   * Escapes the value of a property, which must not end the value, the property list or the
   * command.
   */
  private static String property(String text) {
    return data(text).replace(":", "%3A").replace(",", "%2C");
  }

  /** Escapes the message, which must not end its line. */
  private static String data(String text) {
    return PlainText.of(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String summary(List<Finding> findings) {
    SeverityCounts counts = new SeverityCounts();
    counts.add(findings);
    return counts.total() == 0
        ? "no findings"
        : number(counts.total(), "finding") + " (" + counts.phrase() + ")";
  }

  private static String number(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
