package io.svc.server.policies;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * Writes values so that YAML (as a flow value) and conditions read them alike: both take JSON's
 * literals but for what is escaped, where a condition knows no halves of a character.
 */
final class TemplateLiteral {
  private TemplateLiteral() {}

  static String of(JsonNode value) {
    if (value.isTextual()) {
      return quoted(value.textValue());
    }
    if (value.isArray()) {
      StringJoiner items = new StringJoiner(", ", "[", "]");
      value.forEach(item -> items.add(of(item)));
      return items.toString();
    }
    return value.isFloatingPointNumber() ? decimal(value) : value.asText();
  }

  /** Never with an exponent, which YAML and conditions write differently. */
  private static String decimal(JsonNode value) {
    String text = new BigDecimal(Double.toString(value.doubleValue())).toPlainString();
    return text.indexOf('.') < 0 ? text + ".0" : text;
  }

  private static String quoted(String text) {
    StringBuilder literal = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                literal.append('\\').appendCodePoint(c);
              } else if (isPrinted(c)) {
                literal.appendCodePoint(c);
              } else {
                literal.append(String.format(Locale.ROOT, c > 0xFFFF ? "\\U%08x" : "\\u%04x", c));
              }
            });
    return literal.append('"').toString();
  }

  private static boolean isPrinted(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
