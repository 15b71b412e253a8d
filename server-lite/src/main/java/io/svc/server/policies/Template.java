package io.svc.server.policies;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.Severity;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A template for policies with parameters.
 *
 * @param category such as {@code data_protection}
 * @param frameworks the frameworks that it relates to, such as {@code OWASP-ASI02}
 * @param source the document, with {@code ${name}} in place of parameters
 * @param examples values with which its tests pass; not part of responses
 */
public record Template(
    String id,
    String name,
    String description,
    String category,
    Severity severity,
    List<String> frameworks,
    List<TemplateParameter> parameters,
    @JsonIgnore String source,
    @JsonIgnore List<Map<String, JsonNode>> examples) {
  private static final Pattern OPEN = Pattern.compile("\\$\\{(\\w+)}");

  public Template {
    requireNonNull(id, "id is null");
    requireNonNull(name, "name is null");
    requireNonNull(description, "description is null");
    requireNonNull(category, "category is null");
    requireNonNull(source, "source is null");
    frameworks = List.copyOf(frameworks);
    parameters = List.copyOf(parameters);
    examples = List.copyOf(examples);
  }

  /** Returns the policy with default values. */
  @JsonProperty("dsl")
  public String dsl() {
    return render(Map.of());
  }

  /**
   * Returns the policy with these values, and defaults for the others. Each value is written as a
   * literal of its type, which prevents injection.
   *
   * @throws IllegalArgumentException with a message for the user if a value has another type or the
   *     parameter does not exist
   */
  public String render(Map<String, JsonNode> values) {
    Map<String, String> literals = new LinkedHashMap<>();
    for (TemplateParameter parameter : parameters) {
      JsonNode value = values.getOrDefault(parameter.name(), parameter.defaultValue());
      parameter.check(value);
      literals.put(parameter.name(), TemplateLiteral.of(value));
    }
    for (String name : values.keySet()) {
      if (!literals.containsKey(name)) {
        throw new IllegalArgumentException(
            "Template \""
                + id
                + "\" has no parameter \""
                + name
                + "\"; expected "
                + String.join(", ", literals.keySet()));
      }
    }
    return OPEN.matcher(source)
        .replaceAll(open -> Matcher.quoteReplacement(literals.get(open.group(1))));
  }

  /**
   * Writes values so that YAML (as a flow value) and conditions read them equally. Both accept JSON
   * literals, but a character above U+FFFF has one eight-digit escape, because conditions do not
   * support surrogate pairs.
   */
  private static final class TemplateLiteral {
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

    /** Never uses an exponent, because YAML and conditions have different syntax for it. */
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
}
