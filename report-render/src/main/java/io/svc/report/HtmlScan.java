package io.svc.report;

import static io.svc.report.HtmlPage.count;

import io.svc.rules.Severity;
import io.svc.scanner.checks.Detectors;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.scan.McpScanReport;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** The upper part of a scan's page: the result and the scanned files. */
final class HtmlScan {
  /** A list of more files is collapsed; the findings matter more. */
  private static final int FILES_IN_SIGHT = 8;

  /** The maximum number of partially read files listed at the top; the table lists all of them. */
  private static final int PARTIAL_IN_SIGHT = 5;

  private static final Severity[] SEVERITIES = Severity.values();
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private static final String CHECKED =
      "<svg width=\"20\" height=\"20\" viewBox=\"0 0 24 24\" fill=\"none\" stroke=\"currentColor\""
          + " stroke-width=\"2.2\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
          + " aria-hidden=\"true\"><path d=\"M5 12.5l4.5 4.5L19 7.5\"/></svg>";

  private final List<McpScanReport> reports;
  private final SeverityCounts counts = new SeverityCounts();
  private final boolean hasFindings;
  private int servers;
  private int partial;

  HtmlScan(List<McpScanReport> reports) {
    this.reports = reports;
    boolean any = false;
    for (McpScanReport report : reports) {
      counts.add(report.findings());
      servers += report.serversScanned();
      partial += report.status() == McpScanReport.Status.PARTIAL ? 1 : 0;
      any |= !report.findings().isEmpty();
    }
    hasFindings = any;
  }

  /** Returns the title in the browser tab. */
  String title() {
    return "MCP scan report: "
        + count(counts.total(), "finding")
        + " in "
        + count(reports.size(), "file");
  }

  /** Returns whether there are findings, suppressed or not. */
  boolean hasFindings() {
    return hasFindings;
  }

  void appendOverview(HtmlBuilder page) {
    appendHead(page);
    if (reports.isEmpty()) {
      page.open("div", "class", "card empty").element("h2", "Nothing was scanned");
      page.element("p", "No client configuration file was found.").closeLine("div");
      return;
    }
    HtmlFilters.appendTiles(page, counts, hasFindings);
    appendPartial(page);
    appendFiles(page);
    if (counts.total() == 0) {
      appendClean(page);
    }
  }

  private void appendHead(HtmlBuilder page) {
    page.open("div", "class", "head").element("h1", "MCP scan report").open("p");
    page.text(count(counts.total(), "finding")).text(" in ").text(count(servers, "server"));
    page.text(" of ").text(count(reports.size(), "file"));
    if (!reports.isEmpty()) {
      McpScanReport first = reports.get(0);
      page.text(". Scanned ");
      page.element(
          "time", TIME.format(first.scannedAt()), "datetime", first.scannedAt().toString());
      if (!first.orgId().isEmpty()) {
        page.text(" for ").element("code", first.orgId());
      }
    }
    page.text(".").close("p").closeLine("div");
  }

  private void appendPartial(HtmlBuilder page) {
    if (partial == 0) {
      return;
    }
    page.open("p", "class", "notice medium").open("span");
    page.element("strong", "Partially read: ");
    int named = 0;
    for (int i = 0; i < reports.size() && named < PARTIAL_IN_SIGHT; i++) {
      if (reports.get(i).status() == McpScanReport.Status.PARTIAL) {
        page.text(named == 0 ? "" : ", ").open("a", "href", "#file-" + (i + 1));
        page.element("code", reports.get(i).configPath()).close("a");
        named++;
      }
    }
    page.text(partial > named ? ", and " + (partial - named) + " more" : "");
    page.text(". Entries that could not be read were not checked.").close("span").closeLine("p");
  }

  private void appendFiles(HtmlBuilder page) {
    page.open(
        "details",
        "class",
        "card files",
        reports.size() > FILES_IN_SIGHT ? "data-many" : "open",
        "");
    page.open("summary").element("h2", "Scanned files").text(" ");
    String extent = count(reports.size(), "file") + ", " + count(servers, "server");
    extent += FileKinds.areConfigurations(reports) ? "" : ": " + FileKinds.phrase(reports);
    page.element("span", extent, "class", "quiet").closeLine("summary");
    page.open("table").open("thead").open("tr");
    page.element("th", "File", "scope", "col").element("th", "Client", "scope", "col");
    page.element("th", "Servers", "scope", "col", "class", "number");
    page.element("th", "Status", "scope", "col").element("th", "Findings", "scope", "col");
    page.close("tr").close("thead").open("tbody").line();
    for (int i = 0; i < reports.size(); i++) {
      appendFile(page, reports.get(i), i + 1);
    }
    page.close("tbody").close("table").closeLine("details");
  }

  private static void appendFile(HtmlBuilder page, McpScanReport report, int number) {
    page.open("tr").open("th", "scope", "row");
    if (HtmlFiles.isShown(report)) {
      page.open("a", "href", "#file-" + number).element("code", report.configPath()).close("a");
    } else {
      page.element("code", report.configPath());
    }
    page.element("small", report.reportId()).close("th");
    page.element("td", report.source());
    String servers = String.valueOf(report.serversScanned());
    String unit = report.serversScanned() == 1 ? " server" : " servers";
    page.element("td", servers, "class", "number", "data-unit", unit);
    page.open("td");
    HtmlFiles.appendStatus(page, report.status());
    page.close("td").open("td").open("span", "class", "tally");
    SeverityCounts counts = new SeverityCounts();
    counts.add(report.findings());
    for (int i = SEVERITIES.length - 1; i >= 0; i--) {
      int found = counts.of(SEVERITIES[i]);
      if (found > 0) {
        HtmlPage.severity(page, SEVERITIES[i], found + " " + SEVERITIES[i].label());
      }
    }
    page.text(counts.total() == 0 ? "none" : "").close("span").close("td").closeLine("tr");
  }

  /** A clean result must list the checked files, and requires that everything was read. */
  private void appendClean(HtmlBuilder page) {
    boolean isComplete = partial == 0;
    page.open("section", "class", "card empty " + (isComplete ? "ok" : "medium"));
    page.open("span", "class", "round").html(isComplete ? CHECKED : "!").close("span");
    page.element(
        "h2", isComplete ? "No findings" : "No findings in the entries that could be read");
    List<Detector> detectors = Detectors.standard();
    page.open("p").text(count(servers, "server")).text(" in ");
    page.text(count(reports.size(), "file")).text(", checked with ");
    page.text(count(detectors.size(), "check")).text(" except disabled ones.");
    page.closeLine("p").open("details").element("summary", "Checks").open("ul");
    for (Detector detector : detectors) {
      Check check = detector.check();
      page.element("li", Explanations.sentenceCase(check.title()));
    }
    page.close("ul").close("details").closeLine("section");
  }
}
