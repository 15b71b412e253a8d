package io.svc.server.policies;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * A parameter of a template.
 *
 * @param type {@code string}, {@code string[]}, {@code integer}, {@code number} or {@code boolean}
 */
public record TemplateParameter(
    String name,
    String type,
    @JsonProperty("default") JsonNode defaultValue,
    Optional<Double> minimum,
    Optional<Double> maximum,
    String description) {
  private static final int LONGEST = 500;
  private static final int MAX = 500;

  public TemplateParameter {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
    requireNonNull(description, "description is null");
  }

  /** Throws if a value is not valid. */
  void check(JsonNode value) {
    boolean isValid =
        switch (type) {
          case "string" -> isText(value);
          case "string[]" -> isTexts(value);
          case "integer" -> value.isIntegralNumber() && value.canConvertToLong();
          case "number" -> value.isNumber() && Double.isFinite(value.doubleValue());
          case "boolean" -> value.isBoolean();
          default -> throw new IllegalStateException("type is " + type);
        };
    if (!isValid) {
      throw new IllegalArgumentException(
          "Parameter \"" + name + "\" is " + shortened(value) + "; expected " + expected());
    }
    boolean isInRange =
        !value.isNumber()
            || (minimum.filter(least -> value.doubleValue() < least).isEmpty()
                && maximum.filter(max -> value.doubleValue() > max).isEmpty());
    if (!isInRange) {
      throw new IllegalArgumentException(
          "Parameter \""
              + name
              + "\" is "
              + value
              + "; expected"
              + minimum.map(least -> " at least " + plain(least)).orElse("")
              + maximum.map(max -> " at most " + plain(max)).orElse(""));
    }
  }

  private static boolean isText(JsonNode value) {
    return value.isTextual()
        && !value.textValue().isBlank()
        && value.textValue().length() <= LONGEST
        && value.textValue().codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF);
  }

  private static boolean isTexts(JsonNode value) {
    if (!value.isArray() || value.size() > MAX) {
      return false;
    }
    for (JsonNode item : value) {
      if (!isText(item)) {
        return false;
      }
    }
    return true;
  }

  private String expected() {
    return switch (type) {
      case "string" -> "a text of at most " + LONGEST + " characters";
      case "string[]" ->
          "a list of at most " + MAX + " texts of at most " + LONGEST + " characters";
      case "integer" -> "a whole number";
      case "number" -> "a number";
      default -> "true or false";
    };
  }

  private static String shortened(JsonNode value) {
    String text = value.toString();
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }
}
