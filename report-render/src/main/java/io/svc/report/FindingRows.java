package io.svc.report;

import io.svc.scanner.finding.Finding;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Findings as rows: severity, check, server and location in columns, with the wrapped detail and
 * remediation below.
 */
final class FindingRows {
  private static final int SEVERITY_WIDTH = "CRITICAL".length();
  private static final String INDENT = "            ";

  /** A longer text shifts its own row only. */
  private static final int MAX_COLUMN = 28;

  private static final int MIN_TEXT = 20;

  private final Terminal terminal;
  private final Palette palette;

  FindingRows(Terminal terminal) {
    this.terminal = terminal;
    this.palette = new Palette(terminal.colored());
  }

  /** Appends a blank line and the rows of each finding; suppressed findings are marked. */
  void append(StringBuilder table, List<Finding> findings) {
    int typeWidth = 0;
    int serverWidth = 0;
    for (Finding finding : findings) {
      typeWidth = widest(typeWidth, finding.findingType());
      serverWidth = widest(serverWidth, finding.server());
    }
    for (Finding finding : findings) {
      table.append('\n');
      appendRow(table, finding, typeWidth, serverWidth);
      appendText(table, PlainText.of(finding.detail()), false);
      if (finding.suppressed()) {
        appendText(table, PlainText.of(SuppressionText.of(finding)), true);
      } else if (!finding.remediation().isEmpty()) {
        appendText(table, "Fix: " + PlainText.of(finding.remediation()), true);
      }
    }
  }

  /** Appends a text wrapped to the terminal width, aligned with the second column. */
  void appendText(StringBuilder table, String safe, boolean dimmed) {
    int width = Math.max(terminal.width() - INDENT.length(), MIN_TEXT);
    for (String line : WrappedText.lines(safe, width)) {
      table.append(INDENT).append(dimmed ? palette.dim(line) : line).append('\n');
    }
  }

  /** Appends a text padded with spaces to a width. */
  static void appendPadded(StringBuilder table, String text, int width) {
    table.append(text).append(" ".repeat(Math.max(width - columns(text), 0)));
  }

  private void appendRow(StringBuilder table, Finding finding, int typeWidth, int serverWidth) {
    String severity = finding.severity().label().toUpperCase(Locale.ROOT);
    StringBuilder row = new StringBuilder("  ");
    row.append(palette.severity(finding.severity(), severity));
    row.append(" ".repeat(SEVERITY_WIDTH - severity.length())).append("  ");
    appendPadded(row, PlainText.of(finding.findingType()), typeWidth);
    row.append("  ");
    appendPadded(row, PlainText.of(finding.server()), serverWidth);
    row.append("  ").append(location(finding));
    row.append(finding.suppressed() ? "  suppressed" : "");
    table.append(row.toString().stripTrailing()).append('\n');
  }

  private static String location(Finding finding) {
    if (finding.extensions().get("location") instanceof Map<?, ?> location
        && location.get("line") instanceof Number line
        && location.get("column") instanceof Number column
        && line.intValue() > 0) {
      return line.intValue() + ":" + column.intValue();
    }
    return "";
  }

  private static int widest(int width, String text) {
    int columns = columns(PlainText.of(text));
    return columns > MAX_COLUMN ? width : Math.max(width, columns);
  }

  private static int columns(String text) {
    return text.codePointCount(0, text.length());
  }
}
