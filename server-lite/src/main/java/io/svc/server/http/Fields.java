package io.svc.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Reads the fields of an object that a caller sent, and notes everything that is wrong with them,
 * so that all of it is told at once. A name is found in camelCase and in snake_case, and told in
 * the one that it is asked for by. After the last field, {@link #check} refuses the request when
 * something was wrong; values read before that are placeholders where they were.
 */
public final class Fields {
  private final JsonNode node;
  private final String path;
  private final List<ApiException.FieldError> errors;

  private Fields(JsonNode node, String path, List<ApiException.FieldError> errors) {
    this.node = node;
    this.path = path;
    this.errors = errors;
  }

  /** The fields of a body. */
  public static Fields of(JsonNode body) {
    if (!body.isObject()) {
      throw new ApiException(
          ErrorCode.VALIDATION_FAILED,
          "The body is " + kind(body) + "; a JSON object was expected.");
    }
    return new Fields(body, "", new ArrayList<>());
  }

  /** Whether there is a value, and not null. */
  public boolean has(String name) {
    return !find(name).isNull();
  }

  /** Whether the name is there, be it with null. */
  public boolean isNull(String name) {
    return find(name).isNull() && (node.has(name) || node.has(otherSpelling(name)));
  }

  /** A text that must be there, without blanks around it. */
  public String text(String name, int shortest, int longest) {
    Optional<String> text = optionalText(name, longest);
    if (text.isEmpty()) {
      missing(name);
      return "";
    }
    if (length(text.get()) < shortest) {
      problem("too_short", name, "\"" + name + "\" is shorter than " + shortest + " characters.");
    }
    return text.get();
  }

  /** A text that may be missing. */
  public Optional<String> optionalText(String name, int longest) {
    JsonNode value = find(name);
    if (value.isNull()) {
      return Optional.empty();
    }
    if (!value.isTextual()) {
      problem("wrong_type", name, "\"" + name + "\" is " + kind(value) + "; a text was expected.");
      return Optional.empty();
    }
    String text = value.textValue().strip();
    if (text.codePoints().anyMatch(c -> c == 0 || Character.getType(c) == Character.SURROGATE)) {
      problem(
          "invalid",
          name,
          "\"" + name + "\" has a character that is no text: NUL or half of a surrogate pair.");
      return Optional.empty();
    }
    if (length(text) > longest) {
      problem("too_long", name, "\"" + name + "\" is longer than " + longest + " characters.");
      return Optional.empty();
    }
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  /** A name that may be missing; platforms that number theirs send a whole number. */
  public Optional<String> identifier(String name, int longest) {
    JsonNode value = find(name);
    return value.isIntegralNumber() ? Optional.of(value.asText()) : optionalText(name, longest);
  }

  /** A text that may be missing or blank, taken as it is, such as a document. */
  public Optional<String> document(String name, int longest) {
    JsonNode value = find(name);
    if (value.isNull()) {
      return Optional.empty();
    }
    if (!value.isTextual()) {
      problem("wrong_type", name, "\"" + name + "\" is " + kind(value) + "; a text was expected.");
      return Optional.empty();
    }
    if (value.textValue().length() > longest) {
      problem("too_long", name, "\"" + name + "\" is longer than " + longest + " characters.");
      return Optional.empty();
    }
    return Optional.of(value.textValue());
  }

  /** A secret, taken as it is, blanks and all; its value never gets into a message. */
  public String secret(String name, int longest) {
    JsonNode value = find(name);
    if (value.isNull() || (value.isTextual() && value.textValue().isEmpty())) {
      problem("required", name, "\"" + name + "\" is missing.");
      return "";
    }
    if (!value.isTextual() || value.textValue().length() > longest) {
      problem(
          "invalid",
          name,
          "\"" + name + "\" must be a text of at most " + longest + " characters.");
      return "";
    }
    return value.textValue();
  }

  /** A switch. */
  public boolean flag(String name, boolean otherwise) {
    JsonNode value = find(name);
    if (value.isNull()) {
      return otherwise;
    }
    if (!value.isBoolean()) {
      problem(
          "wrong_type",
          name,
          "\"" + name + "\" is " + kind(value) + "; true or false was expected.");
    }
    return value.booleanValue();
  }

  /** A whole number within bounds; empty when it is missing. */
  public OptionalLong number(String name, long least, long most) {
    JsonNode value = find(name);
    if (value.isNull()) {
      return OptionalLong.empty();
    }
    boolean isWhole = value.isIntegralNumber() && value.canConvertToLong();
    if (!isWhole || value.longValue() < least || value.longValue() > most) {
      problem(
          "out_of_range",
          name,
          "\""
              + name
              + "\" is "
              + shown(value)
              + "; a whole number from "
              + least
              + " to "
              + most
              + " was expected.");
      return OptionalLong.empty();
    }
    return OptionalLong.of(value.longValue());
  }

  /** A number within bounds; the given one when it is missing. */
  public double decimal(String name, double least, double most, double otherwise) {
    JsonNode value = find(name);
    if (value.isNull()) {
      return otherwise;
    }
    if (!value.isNumber() || value.doubleValue() < least || value.doubleValue() > most) {
      problem(
          "out_of_range",
          name,
          "\""
              + name
              + "\" is "
              + shown(value)
              + "; a number from "
              + least
              + " to "
              + most
              + " was expected.");
      return otherwise;
    }
    return value.doubleValue();
  }

  /** A moment in ISO 8601, UTC; empty when it is missing. */
  public Optional<Instant> time(String name) {
    Optional<String> text = optionalText(name, 100);
    Optional<Instant> time = text.flatMap(Query::moment);
    if (text.isPresent() && time.isEmpty()) {
      problem(
          "invalid",
          name,
          "\""
              + name
              + "\" is \""
              + Texts.shown(text.get())
              + "\"; a time such as 2026-11-20T09:28:30.123Z was expected.");
    }
    return time;
  }

  /** One of the labels of an enum, in any case; empty when it is missing. */
  public <E extends Enum<E>> Optional<E> option(String name, Class<E> type) {
    return optionalText(name, 100).flatMap(text -> label(name, text, type));
  }

  /**
   * A label that must be there, in any case; empty when it is not, or is another, which is told.
   */
  public <E extends Enum<E>> Optional<E> neededOption(String name, Class<E> type) {
    Optional<E> found = option(name, type);
    if (found.isEmpty()) {
      missing(name, "; expected " + Query.labels(type));
    }
    return found;
  }

  /** Tells that something is missing, unless something else was told of it. */
  public void missing(String name) {
    missing(name, "");
  }

  private void missing(String name, String more) {
    if (!hasErrorAt(name)) {
      problem("required", name, "\"" + name + "\" is missing" + more + ".");
    }
  }

  /** A list of labels, in any case; empty when it is missing. */
  public <E extends Enum<E>> Optional<Set<E>> options(String name, Class<E> type) {
    if (!has(name)) {
      return Optional.empty();
    }
    Set<E> found = new HashSet<>();
    for (String text : texts(name, type.getEnumConstants().length, 100)) {
      label(name, text, type).ifPresent(found::add);
    }
    return Optional.of(found);
  }

  private <E extends Enum<E>> Optional<E> label(String name, String text, Class<E> type) {
    Optional<E> constant = Query.label(text, type);
    if (constant.isEmpty()) {
      problem(
          "unknown_value",
          name,
          "\""
              + name
              + "\" is \""
              + Texts.shown(text)
              + "\"; expected "
              + Query.labels(type)
              + ".");
    }
    return constant;
  }

  /** A list of texts; empty when it is missing. */
  public List<String> texts(String name, int most, int longest) {
    JsonNode value = find(name);
    List<String> texts = new ArrayList<>();
    if (value.isNull()) {
      return texts;
    }
    if (!value.isArray()) {
      problem(
          "wrong_type",
          name,
          "\"" + name + "\" is " + kind(value) + "; a list of texts was expected.");
      return texts;
    }
    if (value.size() > most) {
      problem(
          "too_many",
          name,
          "\"" + name + "\" has " + value.size() + " entries; at most " + most + " are taken.");
      return texts;
    }
    for (JsonNode entry : value) {
      if (!entry.isTextual() || length(entry.textValue()) > longest) {
        problem(
            "wrong_type",
            name,
            "\""
                + name
                + "\" holds "
                + kind(entry)
                + "; texts of at most "
                + longest
                + " characters were expected.");
        return texts;
      }
      texts.add(entry.textValue());
    }
    return texts;
  }

  /** An object inside; one without fields when it is missing. */
  public Fields object(String name) {
    JsonNode value = find(name);
    if (!value.isNull() && !value.isObject()) {
      problem(
          "wrong_type", name, "\"" + name + "\" is " + kind(value) + "; an object was expected.");
    }
    return new Fields(value, path + name + ".", errors);
  }

  /** The objects of a list; none when it is missing. */
  public List<Fields> objects(String name, int most) {
    JsonNode value = find(name);
    List<Fields> objects = new ArrayList<>();
    if (value.isNull()) {
      return objects;
    }
    if (!value.isArray() || value.size() > most) {
      problem(
          value.isArray() ? "too_many" : "wrong_type",
          name,
          value.isArray()
              ? "\"" + name + "\" has " + value.size() + " entries; at most " + most + " are taken."
              : "\"" + name + "\" is " + kind(value) + "; a list of objects was expected.");
      return objects;
    }
    for (int i = 0; i < value.size(); i++) {
      if (!value.get(i).isObject()) {
        problem(
            "wrong_type",
            name + "[" + i + "]",
            "Entry "
                + i
                + " of \""
                + name
                + "\" is "
                + kind(value.get(i))
                + "; an object was expected.");
        return objects;
      }
      objects.add(new Fields(value.get(i), path + name + "[" + i + "].", errors));
    }
    return objects;
  }

  /** The names that were sent, as they were spelt. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** The object as it was sent. */
  public JsonNode json() {
    return node;
  }

  /** Notes a problem of a field. */
  public void problem(String code, String name, String message) {
    errors.add(new ApiException.FieldError(code, path + name, message));
  }

  /** Refuses the request when something was wrong. */
  public void check() {
    if (errors.isEmpty()) {
      return;
    }
    StringJoiner all = new StringJoiner(" ");
    errors.stream().limit(3).forEach(e -> all.add(e.message()));
    if (errors.size() > 3) {
      all.add("And " + (errors.size() - 3) + " more.");
    }
    throw new ApiException(ErrorCode.VALIDATION_FAILED, all.toString(), errors);
  }

  private boolean hasErrorAt(String name) {
    return errors.stream().anyMatch(e -> e.field().equals(path + name));
  }

  private JsonNode find(String name) {
    JsonNode value = node.path(name);
    if (value.isMissingNode()) {
      value = node.path(otherSpelling(name));
    }
    return value.isMissingNode() ? com.fasterxml.jackson.databind.node.NullNode.instance : value;
  }

  private static String otherSpelling(String name) {
    return name.indexOf('_') < 0 ? snake(name) : camel(name);
  }

  static String snake(String name) {
    StringBuilder snake = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isUpperCase(c)) {
        snake.append('_');
      }
      snake.append(Character.toLowerCase(c));
    }
    return snake.toString();
  }

  static String camel(String name) {
    StringBuilder camel = new StringBuilder();
    for (String word : name.split("_", -1)) {
      camel.append(
          camel.length() == 0 || word.isEmpty()
              ? word
              : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
    }
    return camel.toString();
  }

  /** In characters, as JSON Schema counts them, and not in halves of surrogate pairs. */
  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private static String shown(JsonNode value) {
    return value.isTextual() || value.isNumber()
        ? "\"" + Texts.shown(value.asText()) + "\""
        : kind(value);
  }

  private static String kind(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "an object";
      case ARRAY -> "a list";
      case STRING -> "a text";
      case NUMBER -> "a number";
      case BOOLEAN -> "true or false";
      case NULL -> "null";
      case MISSING, BINARY, POJO -> "nothing";
    };
  }
}
