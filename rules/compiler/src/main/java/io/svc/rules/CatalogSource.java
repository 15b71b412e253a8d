package io.svc.rules;

import java.util.List;

/**
 * The Java source of a class whose constants are the texts of the catalog. A JVM maps the class
 * from its class-data archive, and creates the constant of a rule only when a scan uses the rule.
 */
final class CatalogSource {
  static final String FILE = "CatalogTexts.java";

  /** A constant has 65,535 bytes at most, and a character needs up to three. */
  private static final int LONGEST_CONSTANT = 65_535 / 3;

  private final StringBuilder source =
      new StringBuilder(
          """
          package io.svc.rules.catalog;

          import io.svc.rules.KeywordTable;
          import java.util.function.IntFunction;
          import javax.annotation.processing.Generated;

          /** The texts of the catalog. */
          @Generated("io.svc.rules.RuleCompiler")
          final class CatalogTexts implements IntFunction<String> {
          """);

  /** Adds a method that returns a text. */
  void addText(String name, String text) {
    source.append("\n  static String ").append(name).append("() {\n    return ");
    source.append(expression(text)).append(";\n  }\n");
  }

  /** Adds a method that returns the table of the keywords of each rule. */
  void addKeywords(String name, List<List<String>> keywords) {
    KeywordTable.Encoded table = KeywordTable.encode(keywords);
    source.append("\n  static KeywordTable ").append(name).append("() {\n    return ");
    source.append("KeywordTable.of(\n        ").append(expression(table.slots()));
    source.append(",\n        ").append(expression(table.entries()));
    source.append(",\n        ").append(expression(table.words())).append(");\n  }\n");
  }

  /** Adds the number of rules, and the lines of the rules by number. */
  void addRules(List<Rule> rules) {
    source.append("\n  static final int RULES = ").append(rules.size()).append(";\n");
    source.append(
        "\n  @Override\n  public String apply(int number) {\n    return switch (number) {\n");
    List<String> lines = TabSeparatedLines.of(RuleIndex.encode(rules));
    for (int i = 0; i < lines.size(); i++) {
      source.append("      case ").append(i).append(" -> ").append(expression(lines.get(i)));
      source.append(";\n");
    }
    source.append("      default -> throw new IndexOutOfBoundsException(number);\n    };\n  }\n");
  }

  /** Returns the complete source. */
  String text() {
    return source + "}\n";
  }

  /** Returns an expression for a text, as several constants if it is long. */
  private static String expression(String text) {
    StringBuilder expression = new StringBuilder();
    int start = 0;
    do {
      int end = Math.min(text.length(), start + LONGEST_CONSTANT);
      String literal = literal(text.substring(start, end));
      expression.append(start == 0 ? literal : "\n        .concat(" + literal + ")");
      start = end;
    } while (start < text.length());
    return expression.toString();
  }

  private static String literal(String text) {
    StringBuilder literal = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        literal.append('\\').append(c);
      } else if (c < ' ') {
        literal.append('\\').append(String.format("%03o", (int) c));
      } else if (c < 0x7F) {
        literal.append(c);
      } else {
        literal.append(String.format("\\u%04x", (int) c));
      }
    }
    return literal.append('"').toString();
  }
}
