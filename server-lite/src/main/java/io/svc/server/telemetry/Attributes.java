package io.svc.server.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** OpenTelemetry attributes, by name. */
final class Attributes {
  /** Longer values are not stored and not scanned. */
  private static final int LONGEST_RAW = 65_536;

  private static final int MAX_RAW = 256;
  private static final int DEEPEST = 16;
  private static final String OMITTED = "…";

  private final Map<String, AnyValue> values;

  private Attributes(Map<String, AnyValue> values) {
    this.values = values;
  }

  static Attributes of(List<KeyValue> all) {
    Map<String, AnyValue> values = new LinkedHashMap<>();
    for (KeyValue attribute : all) {
      values.putIfAbsent(attribute.getKey(), attribute.getValue());
    }
    return new Attributes(values);
  }

  /** Returns the first of several names with a text, or with a number as text. */
  Optional<String> text(String... names) {
    for (String name : names) {
      AnyValue value = values.get(name);
      if (value != null) {
        String text =
            switch (value.getValueCase()) {
              case STRING_VALUE -> value.getStringValue();
              case INT_VALUE -> Long.toString(value.getIntValue());
              case DOUBLE_VALUE -> Double.toString(value.getDoubleValue());
              case BOOL_VALUE -> Boolean.toString(value.getBoolValue());
              case ARRAY_VALUE, KVLIST_VALUE, BYTES_VALUE, STRING_VALUE_STRINDEX, VALUE_NOT_SET ->
                  "";
            };
        if (!text.isBlank()) {
          return Optional.of(text);
        }
      }
    }
    return Optional.empty();
  }

  /** Returns the first of several names with a non-negative whole number. */
  OptionalLong count(String... names) {
    for (String name : names) {
      AnyValue value = values.get(name);
      if (value != null && value.hasIntValue() && value.getIntValue() >= 0) {
        return OptionalLong.of(value.getIntValue());
      }
      if (value != null && value.hasDoubleValue() && value.getDoubleValue() >= 0) {
        return OptionalLong.of((long) value.getDoubleValue());
      }
    }
    return OptionalLong.empty();
  }

  /** Returns whether a name has a prefix. */
  boolean hasAny(String prefix) {
    return values.keySet().stream().anyMatch(name -> name.startsWith(prefix));
  }

  /** Returns all attributes, or all without content of messages and tool calls. */
  ObjectNode json(boolean withContent) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, AnyValue> attribute : values.entrySet()) {
      if (json.size() < MAX_RAW
          && (withContent || !GenAiConventions.isContent(attribute.getKey()))) {
        json.set(attribute.getKey(), json(attribute.getValue()));
      }
    }
    return json;
  }

  /** Converts a value to JSON. */
  static JsonNode json(AnyValue value) {
    return json(value, DEEPEST);
  }

  private static JsonNode json(AnyValue value, int deepest) {
    JsonNodeFactory make = JsonNodeFactory.instance;
    return switch (value.getValueCase()) {
      case STRING_VALUE ->
          make.textNode(
              value.getStringValue().length() > LONGEST_RAW ? OMITTED : value.getStringValue());
      case BOOL_VALUE -> make.booleanNode(value.getBoolValue());
      case INT_VALUE -> make.numberNode(value.getIntValue());
      case DOUBLE_VALUE ->
          Double.isFinite(value.getDoubleValue())
              ? make.numberNode(value.getDoubleValue())
              : make.textNode(Double.toString(value.getDoubleValue()));
      case ARRAY_VALUE -> {
        ArrayNode list = make.arrayNode();
        if (deepest > 0) {
          for (AnyValue element : value.getArrayValue().getValuesList()) {
            if (list.size() < MAX_RAW) {
              list.add(json(element, deepest - 1));
            }
          }
        }
        yield list;
      }
      case KVLIST_VALUE -> {
        ObjectNode object = make.objectNode();
        if (deepest > 0) {
          for (KeyValue member : value.getKvlistValue().getValuesList()) {
            if (object.size() < MAX_RAW) {
              object.set(member.getKey(), json(member.getValue(), deepest - 1));
            }
          }
        }
        yield object;
      }
      // Content that cannot be scanned is not stored.
      case BYTES_VALUE -> make.textNode(OMITTED);
      case STRING_VALUE_STRINDEX, VALUE_NOT_SET -> make.nullNode();
    };
  }
}
