package io.svc.report;

import io.svc.scanner.scan.McpScanReport;
import io.svc.scanner.scan.McpScanReport.Status;

/** The files with notes or findings. Use one instance for one page. */
final class HtmlFiles {
  private final HtmlFindings findings;
  private final HtmlMarkdown markdown;

  HtmlFiles(HtmlFindings findings, HtmlMarkdown markdown) {
    this.findings = findings;
    this.markdown = markdown;
  }

  /** Returns whether a file has findings or notes, and therefore a section. */
  static boolean isShown(McpScanReport report) {
    return !SummaryNotes.of(report).isEmpty() || HtmlFindings.hasAny(report.findings(), false);
  }

  /** Appends the section of a file, if it has one. */
  void append(HtmlBuilder page, McpScanReport report, int number) {
    if (!isShown(report)) {
      return;
    }
    page.open("section", "class", "group", "id", "file-" + number).line();
    page.open("div", "class", "title").open("h2").element("code", report.configPath());
    page.close("h2").open("p").text(report.source()).text(", ");
    page.text(HtmlPage.count(report.serversScanned(), "server")).close("p");
    if (report.status() == Status.PARTIAL) {
      appendStatus(page, report.status());
    }
    page.closeLine("div").open("div", "class", "card").line();
    String notes = SummaryNotes.of(report);
    if (!notes.isEmpty()) {
      boolean isPartial = report.status() == Status.PARTIAL;
      page.open("div", "class", isPartial ? "notes medium" : "notes");
      page.html(markdown.summary(notes)).closeLine("div");
    }
    if (HtmlFindings.hasAny(report.findings(), false)) {
      findings.append(page, report.findings(), false);
    }
    page.close("div").closeLine("section");
  }

  /** Appends a label for whether a file was read completely. */
  static void appendStatus(HtmlBuilder page, Status status) {
    String tone = status == Status.PARTIAL ? "tag plain medium" : "tag plain ok";
    page.element("span", Explanations.sentenceCase(status.toString()), "class", tone);
  }
}
