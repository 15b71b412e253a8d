package io.svc.server.http;

import java.util.List;

/**
 * Lines of CSV (RFC 4180). A cell that a spreadsheet would take for a formula gets an apostrophe
 * before it (OWASP, CSV Injection).
 */
public final class Csv {
  private static final String FORMULA_STARTS = "=+-@\t\r";

  private Csv() {}

  /** A line with its end. */
  public static String line(List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (String cell : cells) {
      line.append(line.length() == 0 ? "" : ",").append(quoted(cell));
    }
    return line.append("\r\n").toString();
  }

  private static String quoted(String cell) {
    boolean isFormula = !cell.isEmpty() && FORMULA_STARTS.indexOf(cell.charAt(0)) >= 0;
    String safe = isFormula ? "'" + cell : cell;
    boolean needsQuotes = safe.chars().anyMatch(c -> ",\"\r\n".indexOf(c) >= 0);
    return needsQuotes ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }
}
