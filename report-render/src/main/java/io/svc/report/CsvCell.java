package io.svc.report;

/**
 * A cell of a table in CSV that a spreadsheet takes for text. One that begins as a formula does
 * gets an apostrophe in front, as OWASP recommends against CSV injection. A tab or a line break at
 * its beginning, which it warns of too, is spelled out like everywhere else.
 */
final class CsvCell {
  /** The last four are what East Asian input methods write; spreadsheets take these as well. */
  private static final String BEGINS_FORMULA = "=+-@\uFF1D\uFF0B\uFF0D\uFF20";

  private static final String PLAIN = "_-./";

  private CsvCell() {}

  static String of(String text) {
    String plain = PlainText.of(text);
    if (isWord(plain)) {
      return plain;
    }
    // Quoted wherever any program could see the end of a cell, or more than a word.
    return (beginsFormula(plain) ? "\"'" : "\"") + plain.replace("\"", "\"\"") + '"';
  }

  private static boolean isWord(String plain) {
    for (int i = 0; i < plain.length(); i++) {
      char c = plain.charAt(i);
      boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!isLetter && !(c >= '0' && c <= '9') && PLAIN.indexOf(c) < 0) {
        return false;
      }
    }
    return !beginsFormula(plain);
  }

  /** Blanks do not keep every spreadsheet from seeing a formula behind them. */
  private static boolean beginsFormula(String plain) {
    int start = 0;
    while (start < plain.length() && plain.charAt(start) == ' ') {
      start++;
    }
    return start < plain.length() && BEGINS_FORMULA.indexOf(plain.charAt(start)) >= 0;
  }
}
