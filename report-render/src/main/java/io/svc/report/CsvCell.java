package io.svc.report;

/**
 * Writes a CSV cell that spreadsheets treat as text. A cell that starts like a formula is prefixed
 * with an apostrophe, as OWASP recommends against CSV injection. A leading tab or line break, which
 * OWASP also lists, is escaped as in all other formats.
 */
final class CsvCell {
  /**
   * The last four are fullwidth characters of East Asian input methods; spreadsheets accept these
   * too.
   */
  private static final String BEGINS_FORMULA = "=+-@\uFF1D\uFF0B\uFF0D\uFF20";

  private static final String PLAIN = "_-./";

  private CsvCell() {}

  static String of(String text) {
    String plain = PlainText.of(text);
    if (isWord(plain)) {
      return plain;
    }
    // Quoted if a program could see a separator or more than one word.
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

  /** Some spreadsheets recognize a formula after leading spaces. */
  private static boolean beginsFormula(String plain) {
    int start = 0;
    while (start < plain.length() && plain.charAt(start) == ' ') {
      start++;
    }
    return start < plain.length() && BEGINS_FORMULA.indexOf(plain.charAt(start)) >= 0;
  }
}
