package io.svc.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.StringJoiner;

/**
 * Lines of CSV (RFC 4180). Text that a spreadsheet could interpret as a formula is prefixed with an
 * apostrophe (OWASP, CSV Injection). This includes text with blanks or quotes before the formula
 * character, which some programs strip, and full-width characters. Numbers are written unchanged.
 */
public final class Csv {
  private static final String FORMULA_STARTS = "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20";
  private static final String SKIPPED = " \u00A0\u3000\uFEFF\"'";

  private Csv() {}

  /**
   * Returns a line with its line ending.
   *
   * @param cells numbers and booleans are written as such, other values as text
   */
  public static String line(List<?> cells) {
    StringBuilder line = new StringBuilder();
    String separator = "";
    for (Object cell : cells) {
      boolean isPlain = cell instanceof Number || cell instanceof Boolean;
      line.append(separator).append(isPlain ? cell.toString() : quoted(cell.toString()));
      separator = ",";
    }
    return line.append("\r\n").toString();
  }

  /** Returns the cell of a value: a list as its values, no value as an empty text. */
  public static Object cell(JsonNode value) {
    if (value.isArray()) {
      StringJoiner texts = new StringJoiner("; ");
      value.forEach(item -> texts.add(cell(item).toString()));
      return texts.toString();
    }
    if (value.isNumber()) {
      return value.numberValue();
    }
    if (value.isBoolean()) {
      return value.booleanValue();
    }
    return value.isObject() ? value.toString() : value.asText("");
  }

  private static String quoted(String cell) {
    String safe = isFormula(cell) ? "'" + cell : cell;
    boolean needsQuotes = safe.chars().anyMatch(c -> ",\"\r\n".indexOf(c) >= 0);
    return needsQuotes ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }

  private static boolean isFormula(String cell) {
    for (int i = 0; i < cell.length(); i++) {
      if (FORMULA_STARTS.indexOf(cell.charAt(i)) >= 0) {
        return true;
      }
      if (SKIPPED.indexOf(cell.charAt(i)) < 0) {
        return false;
      }
    }
    return false;
  }
}
