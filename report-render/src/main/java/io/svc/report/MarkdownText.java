package io.svc.report;

/**
 * Text from a scanned file as Markdown that shows just this text: no heading, list, link, image or
 * HTML can come of it, and nothing in it is hidden (see {@link PlainText}).
 */
final class MarkdownText {
  private static final String SPECIAL = "\\`*_{}[]<>#|!&~$";

  private MarkdownText() {}

  /** Text for a place in a line, also for its beginning. */
  static String of(String text) {
    return of(text, true);
  }

  private static String of(String text, boolean beginsLine) {
    StringBuilder markdown = new StringBuilder(text.length() + 16);
    int marker = beginsLine ? listMarker(text) : -1;
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      if (beginsLine && i == 0 && codePoint == ' ') {
        // Four blanks at the beginning would be a code block.
        PlainText.appendSpelled(markdown, codePoint);
      } else {
        boolean isSpecial = SPECIAL.indexOf(codePoint) >= 0 && !isWithinWord(text, i);
        if (i == marker || isSpecial || makesLink(text, i)) {
          markdown.append('\\');
        }
        PlainText.append(markdown, codePoint);
      }
      i += Character.charCount(codePoint);
    }
    return markdown.toString();
  }

  /**
   * A sentence of the scanner's in which names stand in backticks: those become code spans,
   * whatever they hold, and everything else is text.
   */
  static String sentence(String text) {
    StringBuilder markdown = new StringBuilder(text.length() + 16);
    int start = 0;
    boolean isCode = false;
    while (start <= text.length()) {
      int end = text.indexOf('`', start);
      boolean isLast = end < 0;
      String part = text.substring(start, isLast ? text.length() : end);
      // A backtick without its partner opens nothing.
      markdown.append(isCode && !isLast ? code(part) : of(isCode ? "`" + part : part, start == 0));
      isCode = !isCode;
      start = isLast ? text.length() + 1 : end + 1;
    }
    return markdown.toString();
  }

  /** An underscore between letters or digits means nothing in Markdown. */
  private static boolean isWithinWord(String text, int i) {
    return text.charAt(i) == '_'
        && i > 0
        && i + 1 < text.length()
        && Character.isLetterOrDigit(text.charAt(i - 1))
        && Character.isLetterOrDigit(text.charAt(i + 1));
  }

  /** Text as a code span; empty when the text is, since there is no empty code span. */
  static String code(String text) {
    if (text.isEmpty()) {
      return "";
    }
    String safe = PlainText.of(text);
    String fence = "`".repeat(longestRunOfBackticks(safe) + 1);
    // One blank on each side is not shown, and keeps backticks away from the fence. Blanks of the
    // text's own would be taken for it.
    boolean padded = isBacktickOrBlank(safe, 0) || isBacktickOrBlank(safe, safe.length() - 1);
    String padding = padded ? " " : "";
    return fence + padding + safe + padding + fence;
  }

  /** A word in snake_case, which needs no escapes to be read as it is; anything else as text. */
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

  /** Where the text would begin a list, a rule or an underlined heading; -1 when nowhere. */
  private static int listMarker(String text) {
    int i = 0;
    while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
      i++;
    }
    String markers = i == 0 ? "-+=" : ".)";
    return i < text.length() && markers.indexOf(text.charAt(i)) >= 0 ? i : -1;
  }

  /** Whether a bare address would become a link at this character. */
  private static boolean makesLink(String text, int i) {
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
