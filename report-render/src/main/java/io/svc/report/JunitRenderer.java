package io.svc.report;

import io.svc.baseline.BaselineDiff;
import io.svc.baseline.JsonOutput;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JUnit XML for Jenkins and GitLab: a suite for each file, a failed case for each finding, a
 * skipped case for each suppressed finding. A file without findings has a passed case, a file that
 * was not read completely a case with an error.
 *
 * <p>Written without {@code javax.xml.stream}: its writers do not reject characters that XML
 * forbids, do not indent, do not select the same implementation everywhere, and would require
 * another JDK module for five escapes.
 */
final class JunitRenderer implements Renderer {
  private final SourceRoot root;

  JunitRenderer(SourceRoot root) {
    this.root = root;
  }

  @Override
  public String format() {
    return "junit";
  }

  @Override
  public void renderReports(List<McpScanReport> reports, Terminal terminal, Writer out)
      throws IOException {
    StringBuilder suites = new StringBuilder();
    Totals totals = new Totals();
    double milliseconds = 0;
    for (McpScanReport report : reports) {
      JunitSuite suite = suite(report);
      String time = JsonOutput.time(report.scannedAt());
      suite.appendTo(
          suites, time(report.scanDurationMs()) + " timestamp=\"" + time.substring(0, 19) + '"');
      totals.add(suite);
      milliseconds += report.scanDurationMs();
    }
    write(suites, totals, time(milliseconds), out);
  }

  @Override
  public void renderDiff(BaselineDiff diff, Terminal terminal, Writer out) throws IOException {
    Map<String, JunitSuite> byFile = new LinkedHashMap<>();
    for (Finding finding : diff.driftFindings()) {
      String file = root.name(finding.configPath());
      byFile.computeIfAbsent(file, JunitSuite::new).add(finding, file);
    }
    if (byFile.isEmpty()) {
      JunitSuite suite = new JunitSuite("baseline");
      suite.addPassed();
      byFile.put("baseline", suite);
    }
    StringBuilder suites = new StringBuilder();
    Totals totals = new Totals();
    for (JunitSuite suite : byFile.values()) {
      suite.appendTo(suites, time(0));
      totals.add(suite);
    }
    write(suites, totals, time(0), out);
  }

  private JunitSuite suite(McpScanReport report) {
    JunitSuite suite = new JunitSuite(root.name(report.configPath()));
    List<ReportNotes.SkippedEntry> skipped = ReportNotes.of(report).skipped();
    if (!skipped.isEmpty()) {
      StringBuilder text = new StringBuilder();
      for (ReportNotes.SkippedEntry entry : skipped) {
        text.append(XmlText.of(entry.text())).append('\n');
      }
      String entries = skipped.size() == 1 ? " entry was" : " entries were";
      suite.addError(skipped.size() + entries + " skipped", text.toString());
    } else if (report.findings().isEmpty()) {
      suite.addPassed();
    }
    for (Finding finding : report.findings()) {
      suite.add(finding, root.name(finding.configPath()));
    }
    return suite;
  }

  /** Returns the attribute, in seconds. */
  private static String time(double milliseconds) {
    String seconds =
        BigDecimal.valueOf(milliseconds)
            .movePointLeft(3)
            .setScale(3, RoundingMode.HALF_UP)
            .toPlainString();
    return " time=\"" + seconds + '"';
  }

  private static void write(StringBuilder suites, Totals totals, String time, Writer out)
      throws IOException {
    out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.write("<testsuites name=\"" + ToolMetadata.NAME + "\" tests=\"" + totals.tests);
    out.write("\" failures=\"" + totals.failures + "\" errors=\"" + totals.errors + '"' + time);
    out.write(">\n");
    out.write(suites.toString());
    out.write("</testsuites>\n");
    out.flush();
  }

  /** The totals of all suites. */
  private static final class Totals {
    private int tests;
    private int failures;
    private int errors;

    void add(JunitSuite suite) {
      tests += suite.tests();
      failures += suite.failures();
      errors += suite.errors();
    }
  }
}
