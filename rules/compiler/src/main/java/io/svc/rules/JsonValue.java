package io.svc.rules;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A JSON value with lenient access: a missing part, or one of another type, is an empty text
 * without parts. It is read token by token, because the command is packaged without databind.
 */
final class JsonValue {
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
  private static final JsonValue NOTHING = new JsonValue("", Map.of(), List.of(), false);

  private final String text;
  private final Map<String, JsonValue> members;
  private final List<JsonValue> items;
  private final boolean isList;

  private JsonValue(
      String text, Map<String, JsonValue> members, List<JsonValue> items, boolean isList) {
    this.text = text;
    this.members = members;
    this.items = items;
    this.isList = isList;
  }

  /**
   * Reads the single value of a text; empty for a blank text.
   *
   * @throws JsonProcessingException if the text is not valid JSON
   */
  static JsonValue read(String json) throws JsonProcessingException {
    try (JsonParser parser = JSON.createParser(json)) {
      JsonToken first = parser.nextToken();
      JsonValue value = first == null ? NOTHING : value(parser, first);
      if (parser.nextToken() != null) {
        throw new JsonParseException(parser, "expected one value");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw e;
    } catch (IOException e) {
      throw new IllegalStateException("Reading from memory failed", e);
    }
  }

  private static JsonValue value(JsonParser parser, JsonToken token) throws IOException {
    if (token == JsonToken.START_OBJECT) {
      Map<String, JsonValue> members = new LinkedHashMap<>();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        members.put(parser.currentName(), value(parser, parser.nextToken()));
      }
      return new JsonValue("", members, List.of(), false);
    }
    if (token == JsonToken.START_ARRAY) {
      List<JsonValue> items = new ArrayList<>();
      for (JsonToken next = parser.nextToken();
          next != JsonToken.END_ARRAY;
          next = parser.nextToken()) {
        items.add(value(parser, next));
      }
      return new JsonValue("", Map.of(), items, true);
    }
    return token == JsonToken.VALUE_NULL
        ? NOTHING
        : new JsonValue(parser.getText(), Map.of(), List.of(), false);
  }

  /** Returns the text, also of a number or a boolean; empty for anything else. */
  String text() {
    return text;
  }

  /** Returns whether the value is a list. */
  boolean isList() {
    return isList;
  }

  /** Returns the items of a list. */
  List<JsonValue> items() {
    return items;
  }

  /** Returns a member of an object. */
  JsonValue get(String name) {
    return members.getOrDefault(name, NOTHING);
  }

  /** Returns whether the value is an object with such a member. */
  boolean has(String name) {
    return members.containsKey(name);
  }
}
