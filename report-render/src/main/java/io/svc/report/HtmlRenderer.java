package io.svc.report;

import io.svc.baseline.BaselineDiff;
import io.svc.rules.RuleSource;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/**
 * A self-contained page, to be sent by mail or stored by a build. It loads nothing, explains each
 * check with findings, and works without its script. Suppressed findings have their own section.
 */
final class HtmlRenderer implements Renderer {
  private final List<RuleSource> customRules;

  HtmlRenderer(List<RuleSource> customRules) {
    this.customRules = List.copyOf(customRules);
  }

  @Override
  public String format() {
    return "html";
  }

  @Override
  public void renderReports(List<McpScanReport> reports, Terminal terminal, Writer out)
      throws IOException {
    Explanations explanations = new Explanations(customRules);
    HtmlMarkdown markdown = new HtmlMarkdown();
    HtmlAssets assets = HtmlAssets.ofReport();
    HtmlScan scan = new HtmlScan(reports);
    HtmlBuilder page = new HtmlBuilder();
    HtmlPage.begin(page, scan.title(), assets);
    scan.appendOverview(page);
    HtmlFindings findings = new HtmlFindings(explanations, markdown);
    HtmlFiles files = new HtmlFiles(findings, markdown);
    page.open("div", "class", HtmlFilters.FILTERED);
    if (scan.hasFindings()) {
      HtmlFilters.appendTools(page);
    }
    // File by file: thousands of findings do not need to be in memory as one text.
    List<Finding> all = new ArrayList<>();
    for (int i = 0; i < reports.size(); i++) {
      files.append(page, reports.get(i), i + 1);
      page.writeTo(out);
      all.addAll(reports.get(i).findings());
    }
    findings.appendSuppressed(page, all);
    page.closeLine("div");
    new HtmlExplanations(markdown).append(page, explanations.used());
    HtmlPage.end(page, assets);
    page.writeTo(out);
    out.flush();
  }

  @Override
  public void renderDiff(BaselineDiff diff, Terminal terminal, Writer out) throws IOException {
    Explanations explanations = new Explanations(customRules);
    HtmlMarkdown markdown = new HtmlMarkdown();
    HtmlAssets assets = HtmlAssets.ofReport();
    HtmlBuilder page = new HtmlBuilder();
    HtmlPage.begin(page, "Baseline diff: " + HtmlDiff.phrase(diff), assets);
    new HtmlDiff(new HtmlFindings(explanations, markdown)).append(page, diff);
    new HtmlExplanations(markdown).append(page, explanations.used());
    HtmlPage.end(page, assets);
    page.writeTo(out);
    out.flush();
  }
}
