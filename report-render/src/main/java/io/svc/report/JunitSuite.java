package io.svc.report;

import io.svc.scanner.finding.Finding;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A test suite and its test cases. The name of a case is stable between runs: it consists of the
 * finding and its location, without the line.
 */
final class JunitSuite {
  /** Programs show the part before the dot as the package. */
  private static final String SCAN = ToolMetadata.NAME + ".scan";

  private final String name;
  private final StringBuilder cases = new StringBuilder();
  private final Map<String, Integer> seen = new HashMap<>();
  private int tests;
  private int failures;
  private int errors;
  private int skipped;

  JunitSuite(String name) {
    this.name = name;
  }

  int tests() {
    return tests;
  }

  int failures() {
    return failures;
  }

  int errors() {
    return errors;
  }

  /** Adds a passed case. */
  void addPassed() {
    start(SCAN, name);
    cases.append("/>\n");
  }

  /** Adds an error for something that could not be read. */
  void addError(String message, String text) {
    start(SCAN, name);
    cases.append(">\n      <error message=\"").append(XmlText.of(message));
    cases.append("\" type=\"partial\">").append(text).append("</error>\n    </testcase>\n");
    errors++;
  }

  /** Adds a finding: skipped if it is suppressed, otherwise failed. */
  void add(Finding finding, String file) {
    FindingPlace location = FindingPlace.of(finding);
    String subject = location.pointer().isEmpty() ? finding.server() : location.pointer();
    start(
        ToolMetadata.NAME + "." + finding.findingType(),
        subject.isEmpty() ? file : file + ": " + subject);
    cases.append(">\n");
    if (finding.suppressed()) {
      cases.append("      <skipped>").append(XmlText.of(SuppressionText.of(finding)));
      cases.append("</skipped>\n");
      skipped++;
    } else {
      appendFailure(finding, file, location);
      failures++;
    }
    cases.append("    </testcase>\n");
  }

  private void start(String className, String caseName) {
    tests++;
    int number = seen.merge(className + '\n' + caseName, 1, Integer::sum);
    cases.append("    <testcase classname=\"").append(XmlText.of(className));
    cases.append("\" name=\"").append(XmlText.of(caseName));
    // Programs show only one of two cases with the same name.
    cases.append(number == 1 ? "" : " (" + number + ")").append("\" time=\"0.000\"");
  }

  private void appendFailure(Finding finding, String file, FindingPlace location) {
    String severity = finding.severity().label().toUpperCase(Locale.ROOT);
    cases.append("      <failure message=\"").append(severity).append(": ");
    cases.append(XmlText.of(finding.detail())).append("\" type=\"");
    cases.append(XmlText.of(finding.findingType())).append("\">");
    cases.append(XmlText.of(file)).append(':').append(location.line()).append(':');
    cases.append(location.column()).append('\n').append(XmlText.of(finding.detail())).append('\n');
    if (!finding.remediation().isEmpty()) {
      cases.append("Fix: ").append(XmlText.of(finding.remediation())).append('\n');
    }
    cases.append("Rule: ").append(XmlText.of(FindingTexts.ruleId(finding))).append('\n');
    String fingerprint = FindingTexts.extension(finding, "fingerprint");
    if (!fingerprint.isEmpty()) {
      cases.append("Fingerprint: ").append(XmlText.of(fingerprint)).append('\n');
    }
    cases.append("</failure>\n");
  }

  /**
   * Appends the element.
   *
   * @param timestamp further attributes, each with a leading space
   */
  void appendTo(StringBuilder document, String timestamp) {
    document.append("  <testsuite name=\"").append(XmlText.of(name)).append("\" tests=\"");
    document.append(tests).append("\" failures=\"").append(failures).append("\" errors=\"");
    document.append(errors).append("\" skipped=\"").append(skipped).append('"').append(timestamp);
    document.append(">\n").append(cases).append("  </testsuite>\n");
  }
}
