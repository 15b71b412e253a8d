package io.svc.report;

/**
 * The help of a rule, as plain text and as Markdown.
 *
 * @param rule the texts of the rule
 */
record SarifHelp(RuleText rule) {
  private static final String RISK = "Risk";
  private static final String FIX = "How to fix it";
  private static final String REFERENCES = "References";

  String text() {
    StringBuilder help = new StringBuilder(plain(rule.description()));
    appendPart(help, RISK, rule.matters());
    appendPart(help, FIX, rule.fix());
    if (!rule.references().isEmpty()) {
      help.append("\n\n").append(REFERENCES).append(':');
      for (String reference : rule.references()) {
        help.append("\n- ").append(plain(reference));
      }
    }
    return help.append('\n').toString();
  }

  private static void appendPart(StringBuilder help, String heading, String text) {
    if (!text.isEmpty()) {
      help.append("\n\n").append(heading).append(": ").append(plain(text));
    }
  }

  String markdown() {
    StringBuilder help = new StringBuilder("# ");
    help.append(MarkdownText.sentence(oneLine(rule.summary()))).append("\n\n");
    help.append(MarkdownText.sentence(oneLine(rule.description()))).append('\n');
    appendSection(help, RISK, rule.matters());
    appendSection(help, FIX, rule.fix());
    if (!rule.references().isEmpty()) {
      help.append("\n## ").append(REFERENCES).append("\n\n");
      for (String reference : rule.references()) {
        help.append("- <").append(PlainText.of(reference)).append(">\n");
      }
    }
    return help.toString();
  }

  private static void appendSection(StringBuilder help, String heading, String text) {
    if (!text.isEmpty()) {
      help.append("\n## ").append(heading).append("\n\n");
      help.append(MarkdownText.sentence(oneLine(text))).append('\n');
    }
  }

  private static String plain(String text) {
    return PlainText.of(oneLine(text));
  }

  /**
   * Pages are wrapped, and a line break is the only character in them that would be spelled out.
   */
  private static String oneLine(String text) {
    return text.replace('\n', ' ');
  }
}
