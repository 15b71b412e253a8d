package io.svc.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.svc.server.db.NonEmpty;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Reads the fields of an object that a caller sent, and collects all problems, so that one response
 * lists them. A field is accepted in camelCase and in snake_case; messages use the spelling of the
 * reader.
 *
 * <p>Every name that a reader reads is accepted. {@link #check}, called after the last field,
 * rejects the request when there was a problem or when an object that was read contains an unknown
 * field, at any level. A reader that does not always read a field declares it with {@link #allow}.
 * Content that callers define themselves is read with {@link #open} or {@link #value}, and nothing
 * below it is checked. Values read before {@code check} are placeholders where there was a problem.
 */
public final class Fields {
  private static final int MAX_METADATA = 50;
  private static final int LARGEST_METADATA = 16_384;

  private final JsonNode node;
  private final String path;
  private final BodyFields body;
  private final BodyFields.Level level;

  private Fields(JsonNode node, String path, BodyFields body, Optional<BodyFields.Level> parent) {
    this.node = node;
    this.path = path;
    this.body = body;
    this.level = body.level(node, path, parent);
  }

  /**
   * The fields of a body that a caller sent. Unknown fields are rejected by {@link #check}.
   *
   * @throws ApiException when the body is not an object
   */
  static Fields of(JsonNode body) {
    return of(body, true);
  }

  /**
   * The fields of an object in a third-party format, or of an object that this server stored.
   * Unknown fields are ignored.
   *
   * @throws ApiException when it is not an object
   */
  public static Fields lenient(JsonNode object) {
    return of(object, false);
  }

  /**
   * The fields of one of several objects in a body, each accepted or rejected on its own. Unknown
   * fields are rejected by {@link #check}.
   *
   * @throws ApiException when it is not an object
   */
  public static Fields ofPart(JsonNode object) {
    return of(object, true);
  }

  private static Fields of(JsonNode body, boolean isStrict) {
    if (!body.isObject()) {
      throw new ApiException(
          ErrorCode.VALIDATION_FAILED, "The body is " + kind(body) + "; expected a JSON object.");
    }
    return new Fields(body, "", new BodyFields(isStrict), Optional.empty());
  }

  /** Returns whether {@link #check} has accepted the whole body. */
  boolean isChecked() {
    return body.isChecked();
  }

  /** Declares fields that are valid although this request does not need their values. */
  public Fields allow(String... names) {
    level.allow(List.of(names));
    return this;
  }

  /** Accepts read-only fields of a record that was read. Their values are ignored. */
  public void readOnly(Collection<String> names) {
    level.ignore(names);
  }

  /**
   * Accepts the other fields of the record that is changed, so that a record that was read can be
   * sent back. They are read-only, and their values are ignored. Must be called after all other
   * fields were read, because it applies to the nested objects that were read.
   *
   * @param record the record as the server returns it
   */
  public void echo(JsonNode record) {
    if (node.isObject()) {
      body.echo(level, List.of(record));
    }
  }

  /**
   * The name under which a field with several names was sent; the first name when it was not sent.
   * Different values under two names are a problem.
   */
  public String oneOf(String name, String... aliases) {
    List<FieldLocation> locations = new ArrayList<>(List.of(at(name)));
    for (String alias : aliases) {
      locations.add(at(alias));
    }
    return oneOf(locations).name();
  }

  /**
   * A location where a field can be sent.
   *
   * @param fields the fields of the object that contains it
   */
  public record FieldLocation(Fields fields, String name) {
    private boolean isSent() {
      fields.level.allow(name);
      return fields.node.has(name) || fields.node.has(Spelling.other(name));
    }

    private String path() {
      return fields.path + name;
    }
  }

  /** A location in this object. */
  public FieldLocation at(String name) {
    return new FieldLocation(this, name);
  }

  /**
   * The location of a field that can be sent in several locations; the first one when it was not
   * sent. Different values in two locations are a problem.
   */
  public static FieldLocation oneOf(List<FieldLocation> locations) {
    FieldLocation first = locations.get(0);
    boolean isFound = false;
    for (FieldLocation location : locations) {
      if (!location.isSent()) {
        continue;
      }
      if (!isFound) {
        first = location;
        isFound = true;
      } else if (!first.fields.find(first.name).equals(location.fields.find(location.name))
          && !location.fields.hasErrorAt(location.name)) {
        location.fields.problem(
            "conflict", location.name, BodyFields.duplicateField(first.path(), location.path()));
      }
    }
    return first;
  }

  /** Accepts the object {@code metadata} with content that callers define, up to a size. */
  public void metadata() {
    JsonNode sent = object("metadata").open();
    if (sent.isEmpty()) {
      return;
    }
    if (sent.size() > MAX_METADATA || sent.toString().length() > LARGEST_METADATA) {
      problem(
          "too_large",
          "metadata",
          "\"metadata\" has more than "
              + MAX_METADATA
              + " members or "
              + LARGEST_METADATA
              + " characters.");
    }
  }

  /** Returns whether the field has a value other than null. */
  public boolean has(String name) {
    return !find(name).isNull();
  }

  /** Returns whether the field is present, possibly with null. */
  public boolean isNull(String name) {
    return find(name).isNull() && (node.has(name) || node.has(Spelling.other(name)));
  }

  /** A required text, without surrounding blanks. */
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

  /** An optional text. */
  public Optional<String> optionalText(String name, int longest) {
    JsonNode value = find(name);
    if (value.isNull()) {
      return Optional.empty();
    }
    if (!value.isTextual()) {
      problem("wrong_type", name, "\"" + name + "\" is " + kind(value) + "; expected a text.");
      return Optional.empty();
    }
    String text = value.textValue().strip();
    if (hasInvalidCharacter(text)) {
      problem(
          "invalid",
          name,
          "\"" + name + "\" contains an invalid character: NUL or an unpaired surrogate.");
      return Optional.empty();
    }
    if (length(text) > longest) {
      problem("too_long", name, "\"" + name + "\" is longer than " + longest + " characters.");
      return Optional.empty();
    }
    return NonEmpty.of(text);
  }

  /** An optional name; whole numbers are accepted, because some platforms use numeric names. */
  public Optional<String> identifier(String name, int longest) {
    JsonNode value = find(name);
    return value.isIntegralNumber() ? Optional.of(value.asText()) : optionalText(name, longest);
  }

  /** An optional text that may be blank and is not trimmed, such as a document. */
  public Optional<String> document(String name, int longest) {
    JsonNode value = find(name);
    if (value.isNull()) {
      return Optional.empty();
    }
    if (!value.isTextual()) {
      problem("wrong_type", name, "\"" + name + "\" is " + kind(value) + "; expected a text.");
      return Optional.empty();
    }
    if (value.textValue().length() > longest) {
      problem("too_long", name, "\"" + name + "\" is longer than " + longest + " characters.");
      return Optional.empty();
    }
    return Optional.of(value.textValue());
  }

  /** A secret, which is not trimmed; its value never appears in a message. */
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

  /** A boolean. */
  public boolean flag(String name, boolean otherwise) {
    JsonNode value = find(name);
    if (value.isNull()) {
      return otherwise;
    }
    if (!value.isBoolean()) {
      problem(
          "wrong_type", name, "\"" + name + "\" is " + kind(value) + "; expected true or false.");
    }
    return value.booleanValue();
  }

  /** A whole number within limits; empty when it is missing. */
  public OptionalLong number(String name, long least, long max) {
    JsonNode value = find(name);
    if (value.isNull()) {
      return OptionalLong.empty();
    }
    boolean isInteger = value.isIntegralNumber() && value.canConvertToLong();
    if (!isInteger || value.longValue() < least || value.longValue() > max) {
      problem(
          "out_of_range",
          name,
          "\""
              + name
              + "\" is "
              + shown(value)
              + "; expected a whole number from "
              + least
              + " to "
              + max
              + ".");
      return OptionalLong.empty();
    }
    return OptionalLong.of(value.longValue());
  }

  /** A number within limits; the default when it is missing. */
  public double decimal(String name, double least, double max, double otherwise) {
    JsonNode value = find(name);
    if (value.isNull()) {
      return otherwise;
    }
    if (!value.isNumber() || value.doubleValue() < least || value.doubleValue() > max) {
      problem(
          "out_of_range",
          name,
          "\""
              + name
              + "\" is "
              + shown(value)
              + "; expected a number from "
              + least
              + " to "
              + max
              + ".");
      return otherwise;
    }
    return value.doubleValue();
  }

  /** A time in ISO 8601, UTC; empty when it is missing. */
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
              + MessageTexts.shown(text.get())
              + "\"; expected a time such as 2026-11-20T09:28:30.123Z.");
    }
    return time;
  }

  /** Returns a label of an enum, in any case; empty when it is missing. */
  public <E extends Enum<E>> Optional<E> option(String name, Class<E> type) {
    return optionalText(name, 100).flatMap(text -> label(name, text, type));
  }

  /**
   * A required label, in any case. A missing or unknown label is reported as a problem, and the
   * result is empty.
   */
  public <E extends Enum<E>> Optional<E> neededOption(String name, Class<E> type) {
    Optional<E> found = option(name, type);
    if (found.isEmpty()) {
      missing(name, "; expected " + Query.labels(type));
    }
    return found;
  }

  /** Reports a missing field, unless another problem of the field was reported. */
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
              + MessageTexts.shown(text)
              + "\"; expected "
              + Query.labels(type)
              + ".");
    }
    return constant;
  }

  /** A list of texts; empty when it is missing. */
  public List<String> texts(String name, int max, int longest) {
    JsonNode value = find(name);
    List<String> texts = new ArrayList<>();
    if (value.isNull()) {
      return texts;
    }
    if (!value.isArray()) {
      problem(
          "wrong_type", name, "\"" + name + "\" is " + kind(value) + "; expected a list of texts.");
      return texts;
    }
    if (value.size() > max) {
      problem(
          "too_many",
          name,
          "\"" + name + "\" has " + value.size() + " entries; at most " + max + " are accepted.");
      return texts;
    }
    for (JsonNode entry : value) {
      if (!entry.isTextual() || length(entry.textValue()) > longest) {
        problem(
            "wrong_type",
            name,
            "\""
                + name
                + "\" contains "
                + kind(entry)
                + "; expected texts of at most "
                + longest
                + " characters.");
        return texts;
      }
      texts.add(entry.textValue());
    }
    return texts;
  }

  /** A nested object; one without fields when it is missing. */
  public Fields object(String name) {
    JsonNode value = find(name);
    if (!value.isNull() && !value.isObject()) {
      problem("wrong_type", name, "\"" + name + "\" is " + kind(value) + "; expected an object.");
    }
    return new Fields(value, path + name + ".", body, Optional.of(level));
  }

  /** The objects of a list; an empty list when it is missing. */
  public List<Fields> objects(String name, int max) {
    JsonNode value = find(name);
    List<Fields> objects = new ArrayList<>();
    if (value.isNull()) {
      return objects;
    }
    if (!value.isArray() || value.size() > max) {
      problem(
          value.isArray() ? "too_many" : "wrong_type",
          name,
          value.isArray()
              ? "\""
                  + name
                  + "\" has "
                  + value.size()
                  + " entries; at most "
                  + max
                  + " are accepted."
              : "\"" + name + "\" is " + kind(value) + "; expected a list of objects.");
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
                + "; expected an object.");
        return objects;
      }
      objects.add(new Fields(value.get(i), path + name + "[" + i + "].", body, Optional.of(level)));
    }
    return objects;
  }

  /** The names in an object whose names callers choose, as sent. All of them are accepted. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    level.allow(names);
    return names;
  }

  /** The names that were sent, without accepting them. */
  public List<String> sent() {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /**
   * The members of a lenient object that the reader does not know, to be stored unchanged. In other
   * objects such members are rejected, and the result is empty.
   */
  public Map<String, JsonNode> others(Set<String> knownNames) {
    Map<String, JsonNode> others = new LinkedHashMap<>();
    if (!body.isStrict()) {
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        if (!knownNames.contains(member.getKey())) {
          others.put(member.getKey(), member.getValue());
        }
      }
    }
    return others;
  }

  /** The unchanged object. Callers define its content, so no name in it is unknown. */
  public JsonNode open() {
    level.open();
    return node;
  }

  /** The unchanged value of a field, of any type; a missing node when there is none. */
  public JsonNode value(String name) {
    level.allow(name);
    JsonNode value = node.path(name);
    return value.isMissingNode() ? node.path(Spelling.other(name)) : value;
  }

  /** Adds a problem of a field. */
  public void problem(String code, String name, String message) {
    body.add(code, path + name, message);
  }

  /**
   * Completes the reading of the body: rejects the request when there was a problem, or when it has
   * unknown fields.
   *
   * @throws ApiException with all problems
   */
  public void check() {
    body.check();
  }

  /**
   * Rejects the request when there was a problem up to here, and leaves unknown fields to the
   * {@link #check} that follows.
   *
   * @throws ApiException with all problems
   */
  public void checkSoFar() {
    body.checkSoFar();
  }

  private boolean hasErrorAt(String name) {
    return body.hasErrorAt(path + name);
  }

  private JsonNode find(String name) {
    assert !body.isChecked() || !body.isStrict() || level.isOpen() || level.isKnown(name)
        : "\"" + path + name + "\" is read after the check that rejects it as unknown";
    level.allow(name);
    JsonNode value = node.path(name);
    if (value.isMissingNode()) {
      value = node.path(Spelling.other(name));
    }
    return value.isMissingNode() ? NullNode.instance : value;
  }

  private static boolean hasInvalidCharacter(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isPair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (isPair) {
        i++;
      } else if (c == 0 || Character.isSurrogate(c)) {
        return true;
      }
    }
    return false;
  }

  /** In code points, as JSON Schema counts them, and not in surrogates. */
  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private static String shown(JsonNode value) {
    return value.isTextual() || value.isNumber()
        ? "\"" + MessageTexts.shown(value.asText()) + "\""
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
