package io.svc.report;

import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import java.util.List;
import java.util.Map;

/** Findings as rows of a page, each with collapsible details. Use one instance for one page. */
final class HtmlFindings {
  private final Explanations explanations;
  private final HtmlMarkdown markdown;
  private int written;

  HtmlFindings(Explanations explanations, HtmlMarkdown markdown) {
    this.explanations = explanations;
    this.markdown = markdown;
  }

  /** Appends the findings that are suppressed, or those that are not. */
  void append(HtmlBuilder page, List<Finding> findings, boolean suppressed) {
    page.open("ul").line();
    for (Finding finding : findings) {
      if (finding.suppressed() == suppressed) {
        append(page, finding);
      }
    }
    page.closeLine("ul");
  }

  /** Appends a section of suppressed findings, if there are any. */
  void appendSuppressed(HtmlBuilder page, List<Finding> findings) {
    if (!hasAny(findings, true)) {
      return;
    }
    page.open("section", "class", "group aside", "id", "suppressed");
    page.open("div", "class", "title").element("h2", "Suppressed");
    page.element("p", "Accepted findings. They are not counted.").closeLine("div");
    page.open("div", "class", "card").line();
    append(page, findings, true);
    page.close("div").closeLine("section");
  }

  /** Returns whether any finding has the given suppression state. */
  static boolean hasAny(List<Finding> findings, boolean suppressed) {
    for (Finding finding : findings) {
      if (finding.suppressed() == suppressed) {
        return true;
      }
    }
    return false;
  }

  private void append(HtmlBuilder page, Finding finding) {
    List<Explanation> explained = explanations.of(finding);
    Severity severity = finding.severity();
    written++;
    page.open(
        "li",
        "class",
        "finding " + severity.label(),
        "id",
        "finding-" + written,
        "data-severity",
        severity.label(),
        "data-type",
        finding.findingType(),
        "data-server",
        finding.server(),
        "data-file",
        finding.configPath());
    page.line();
    HtmlPage.severity(page, severity, Explanations.sentenceCase(severity.label())).line();
    page.open("div", "class", "what");
    page.element("h3", title(finding, explained)).line();
    page.open("p").html(markdown.sentence(finding.detail())).closeLine("p");
    if (finding.suppressed()) {
      page.element("p", SuppressionText.of(finding)).line();
    }
    page.open("details").element("summary", "How to fix it");
    appendPairs(page, finding, explained);
    page.close("details").closeLine("div");
    appendServer(page, finding);
    page.closeLine("li");
  }

  private static String title(Finding finding, List<Explanation> explained) {
    boolean hasCheck = !explained.isEmpty() && !explained.get(0).isRule();
    return hasCheck ? explained.get(0).title() : finding.findingType();
  }

  private static void appendServer(HtmlBuilder page, Finding finding) {
    page.open("p", "class", "where");
    if (finding.server().isEmpty()) {
      page.element("span", "whole file");
    } else {
      page.element("code", finding.server());
    }
    String position = position(finding);
    if (!position.isEmpty()) {
      page.text(" ").element("span", "line " + position);
    }
    page.closeLine("p");
  }

  private void appendPairs(HtmlBuilder page, Finding finding, List<Explanation> explained) {
    page.open("dl", "class", "pairs").line();
    if (!finding.remediation().isEmpty()) {
      page.element("dt", "Fix").open("dd");
      page.html(markdown.sentence(finding.remediation())).closeLine("dd");
    }
    appendLocation(page, finding);
    if (finding.extensions().get("fingerprint") instanceof String fingerprint) {
      page.element("dt", "Fingerprint").open("dd");
      page.element("code", fingerprint, "class", "hash").closeLine("dd");
    }
    page.element("dt", "Check").open("dd");
    if (explained.isEmpty() || explained.get(0).isRule()) {
      page.element("code", finding.findingType()).text(" ");
    }
    for (Explanation explanation : explained) {
      page.open("a", "href", "#" + explanation.anchor());
      page.element("code", explanation.name()).close("a").text(" ");
    }
    page.closeLine("dd").close("dl");
  }

  private static void appendLocation(HtmlBuilder page, Finding finding) {
    String position = position(finding);
    page.element("dt", "Place").open("dd");
    page.element("code", finding.configPath() + (position.isEmpty() ? "" : ":" + position));
    if (finding.extensions().get("location") instanceof Map<?, ?> location
        && location.get("pointer") instanceof String pointer
        && !pointer.isEmpty()) {
      page.open("br").element("code", pointer);
    }
    page.closeLine("dd");
  }

  /** Returns the line and column; empty if the finding has none. */
  private static String position(Finding finding) {
    if (finding.extensions().get("location") instanceof Map<?, ?> location
        && location.get("line") instanceof Number line
        && location.get("column") instanceof Number column
        && line.intValue() > 0) {
      return line.intValue() + ":" + column.intValue();
    }
    return "";
  }
}
