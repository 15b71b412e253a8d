package io.svc.report;

/**
 * Escapes text from a scanned file for Markdown, so that exactly this text is shown. It cannot
 * create a heading, list, link, image or HTML, and nothing in it is hidden (see {@link PlainText}).
 */
final class MarkdownText {
  private static final String SPECIAL = "\\`*_{}[]<>#|!&~$";

  private MarkdownText() {}

  /** Returns text for use within a line or at its start. */
  static String of(String text) {
    return of(text, true);
  }

  private static String of(String text, boolean beginsLine) {
    StringBuilder markdown = new StringBuilder(text.length() + 16);
    int marker = beginsLine ? listMarker(text) : -1;
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      if (beginsLine && i == 0 && codePoint == ' ') {
        // Four leading spaces would start a code block.
        PlainText.appendSpelled(markdown, codePoint);
      } else {
        boolean isSpecial = SPECIAL.indexOf(codePoint) >= 0 && !isWithinWord(text, i);
        if (i == marker || isSpecial || becomesLink(text, i)) {
          markdown.append('\\');
        }
        PlainText.append(markdown, codePoint);
      }
      i += Character.charCount(codePoint);
    }
    return markdown.toString();
  }

  /**
   * Returns a sentence of the scanner. Names in backticks become code spans, and everything else is
   * escaped as text.
   */
  static String sentence(String text) {
    StringBuilder markdown = new StringBuilder(text.length() + 16);
    int start = 0;
    boolean isCode = false;
    while (start <= text.length()) {
      int end = text.indexOf('`', start);
      boolean isLast = end < 0;
      String part = text.substring(start, isLast ? text.length() : end);
      // An unpaired backtick starts no code span.
      markdown.append(isCode && !isLast ? code(part) : of(isCode ? "`" + part : part, start == 0));
      isCode = !isCode;
      start = isLast ? text.length() + 1 : end + 1;
    }
    return markdown.toString();
  }

  /** An underscore between letters or digits has no meaning in Markdown. */
  private static boolean isWithinWord(String text, int i) {
    return text.charAt(i) == '_'
        && i > 0
        && i + 1 < text.length()
        && Character.isLetterOrDigit(text.charAt(i - 1))
        && Character.isLetterOrDigit(text.charAt(i + 1));
  }

  /** Returns text as a code span; empty for an empty text, because there is no empty code span. */
  static String code(String text) {
    if (text.isEmpty()) {
      return "";
    }
    String safe = PlainText.of(text);
    String fence = "`".repeat(longestRunOfBackticks(safe) + 1);
    // One space on each side is not shown, and separates backticks from the fence. Markdown would
    // strip the text's own spaces in its place.
    boolean padded = isBacktickOrBlank(safe, 0) || isBacktickOrBlank(safe, safe.length() - 1);
    String padding = padded ? " " : "";
    return fence + padding + safe + padding + fence;
  }

  /** Returns a word in snake_case, which needs no escapes; escapes anything else as text. */
  static String word(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean inner = i > 0 && i < text.length() - 1;
      boolean letter = c >= 'a' && c <= 'z';
      boolean digit = c >= '0' && c <= '9';
      if (!letter && !(inner && (digit || c == '_'))) {
        return of(text);
      }
    }
    return text;
  }

  /**
   * Returns the position where the text would start a list, a rule or an underlined heading; -1 if
   * there is none.
   */
  private static int listMarker(String text) {
    int i = 0;
    while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
      i++;
    }
    String markers = i == 0 ? "-+=" : ".)";
    return i < text.length() && markers.indexOf(text.charAt(i)) >= 0 ? i : -1;
  }

  /** Returns whether a bare URL would become a link at this character. */
  private static boolean becomesLink(String text, int i) {
    return text.startsWith("://", i)
        || (text.charAt(i) == '.' && i >= 3 && text.regionMatches(true, i - 3, "www", 0, 3));
  }

  private static int longestRunOfBackticks(String text) {
    int longest = 0;
    int run = 0;
    for (int i = 0; i < text.length(); i++) {
      run = text.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    return longest;
  }

  private static boolean isBacktickOrBlank(String text, int i) {
    return text.charAt(i) == '`' || text.charAt(i) == ' ';
  }
}
