package io.svc.report;

/**
 * Formats texts for SARIF, without hidden characters and without links that the scanner did not
 * write.
 */
final class SarifText {
  private SarifText() {}

  /**
   * Returns the plain text of a message (SARIF 2.1.0, 3.11.5 and 3.11.6). Braces are doubled,
   * because a number in braces is a placeholder. A bracket before a parenthesis would end the text
   * of a link.
   */
  static String message(String text) {
    return withBraces(withoutLinks(PlainText.of(text)));
  }

  /**
   * Returns a message in Markdown: a sentence of the scanner and its remediation, if there is one.
   */
  static String markdownMessage(String detail, String remediation) {
    String markdown = MarkdownText.sentence(detail);
    return withBraces(
        remediation.isEmpty()
            ? markdown
            : markdown + "\n\n**Remediation:** " + MarkdownText.sentence(remediation));
  }

  /** Returns the plain text of a description, truncated to the limit of the format's readers. */
  static String description(String text, int limit) {
    String plain = PlainText.of(text.replace('\n', ' '));
    if (plain.length() <= limit) {
      return plain;
    }
    int end = limit - 1;
    return plain.substring(0, Character.isHighSurrogate(plain.charAt(end - 1)) ? end - 1 : end)
        + "…";
  }

  private static String withBraces(String text) {
    return text.replace("{", "{{").replace("}", "}}");
  }

  private static String withoutLinks(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 8);
    int backslashes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ']' && text.startsWith("(", i + 1) && backslashes % 2 == 0) {
        safe.append('\\');
      }
      backslashes = c == '\\' ? backslashes + 1 : 0;
      safe.append(c);
    }
    return safe.toString();
  }
}
