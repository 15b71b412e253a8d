package io.svc.report;

/** Texts as SARIF has them, with nothing hidden and no link that the scanner did not write. */
final class SarifText {
  private SarifText() {}

  /**
   * The plain text of a message (SARIF 2.1.0, 3.11.5 and 3.11.6). A number in braces would ask for
   * an argument, so braces are doubled; a bracket before a parenthesis would end the text of a
   * link.
   */
  static String message(String text) {
    return withBraces(withoutLinks(PlainText.of(text)));
  }

  /** A message in Markdown: a sentence of the scanner's and, where there is one, its remedy. */
  static String markdownMessage(String detail, String remediation) {
    String markdown = MarkdownText.sentence(detail);
    return withBraces(
        remediation.isEmpty()
            ? markdown
            : markdown + "\n\n**Remediation:** " + MarkdownText.sentence(remediation));
  }

  /** The plain text of a description, cut where a reader of the format would cut it. */
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
