package io.svc.report;

import io.svc.rules.Severity;

/**
 * The filters for findings. The severity tiles work with CSS only. The filters for type, server,
 * file and text need the script, which shows them.
 */
final class HtmlFilters {
  /** The class of the filtered element after the tiles; the filters stay visible within it. */
  static final String FILTERED = "found";

  private static final Severity[] SEVERITIES = Severity.values();

  private HtmlFilters() {}

  /** Appends the number of findings by severity, with checkboxes if there are findings. */
  static void appendTiles(HtmlBuilder page, SeverityCounts counts, boolean hasFindings) {
    String frame = hasFindings ? "fieldset" : "div";
    page.open(frame, "class", "card tiles");
    if (hasFindings) {
      page.element("legend", "Filter by severity", "class", "unseen").line();
    }
    for (int i = SEVERITIES.length - 1; i >= 0; i--) {
      appendTile(page, SEVERITIES[i], counts.of(SEVERITIES[i]), hasFindings);
    }
    page.closeLine(frame);
  }

  private static void appendTile(HtmlBuilder page, Severity severity, int count, boolean isChoice) {
    String frame = isChoice ? "label" : "div";
    page.open(frame, "class", "tile");
    HtmlPage.severity(page, severity, Explanations.sentenceCase(severity.label())).text(" ");
    page.element("b", String.valueOf(count), "class", count == 0 ? "zero" : "some");
    if (isChoice) {
      String id = "pick-" + severity.label();
      page.open("input", "type", "checkbox", "class", "pick", "id", id, "value", severity.label());
    }
    page.closeLine(frame);
  }

  /** Appends the other filters, hidden until the script runs. */
  static void appendTools(HtmlBuilder page) {
    page.open(
        "div",
        "class",
        "tools",
        "role",
        "search",
        "aria-label",
        "Findings",
        "id",
        "tools",
        "hidden",
        "");
    page.line().open("div", "class", "find");
    page.open(
        "input",
        "type",
        "search",
        "class",
        "field",
        "id",
        "q",
        "aria-label",
        "Search findings",
        "placeholder",
        "Search server, detail or path",
        "autocomplete",
        "off");
    page.element("kbd", "/", "aria-hidden", "true").closeLine("div");
    appendSelect(page, "type", "All types");
    appendSelect(page, "server", "All servers");
    appendSelect(page, "file", "All files");
    appendButton(page, "clear", "Clear");
    appendButton(page, "expand", "Expand all");
    page.element("output", "", "id", "shown").closeLine("div");
    page.element(
        "p",
        "No findings match the filters. Clear the filters to see all findings.",
        "class",
        "card empty",
        "id",
        "none",
        "hidden",
        "");
    page.line();
  }

  private static void appendSelect(HtmlBuilder page, String id, String every) {
    page.open("select", "class", "field", "id", id, "aria-label", every);
    page.element("option", every, "value", "any").closeLine("select");
  }

  private static void appendButton(HtmlBuilder page, String id, String text) {
    page.element("button", text, "type", "button", "class", "button", "id", id, "hidden", "");
    page.line();
  }
}
