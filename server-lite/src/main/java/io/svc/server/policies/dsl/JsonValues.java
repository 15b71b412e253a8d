package io.svc.server.policies.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cel.common.values.NullValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON values as plain Java: whole numbers are {@code Long} where they fit, all others {@code
 * Double}, because conditions compare these types.
 */
final class JsonValues {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private JsonValues() {}

  /** Returns an immutable copy with values of supported types only. */
  static Map<String, Object> copy(Map<String, ?> values) {
    Map<String, Object> copy = new LinkedHashMap<>();
    values.forEach((name, value) -> copy.put(name, copyOf(value)));
    return Collections.unmodifiableMap(copy);
  }

  private static Object copyOf(Object value) {
    if (value == null || value instanceof String || value instanceof Boolean) {
      return value;
    }
    if (value instanceof Number number) {
      return number(number);
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> copy = new LinkedHashMap<>();
      map.forEach((name, inner) -> copy.put(String.valueOf(name), copyOf(inner)));
      return Collections.unmodifiableMap(copy);
    }
    if (value instanceof Iterable<?> items) {
      List<Object> copy = new ArrayList<>();
      items.forEach(item -> copy.add(copyOf(item)));
      return Collections.unmodifiableList(copy);
    }
    throw new IllegalArgumentException(
        "a value is a " + value.getClass().getSimpleName() + "; expected a value of JSON");
  }

  /** A number too large for a double stays greater than all others. */
  private static Number number(Number number) {
    if (number instanceof Long
        || number instanceof Integer
        || number instanceof Short
        || number instanceof Byte) {
      return number.longValue();
    }
    if (number instanceof BigInteger integer && integer.bitLength() < Long.SIZE) {
      return integer.longValueExact();
    }
    double value = number.doubleValue();
    if (Double.isNaN(value)) {
      throw new IllegalArgumentException("a value is NaN; expected a number of JSON");
    }
    return Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, value));
  }

  /** Converts a node to a value. */
  static @Nullable Object of(JsonNode node) {
    if (node.isObject()) {
      return map(node);
    }
    if (node.isArray()) {
      List<Object> items = new ArrayList<>();
      node.forEach(item -> items.add(of(item)));
      return Collections.unmodifiableList(items);
    }
    if (node.isNumber()) {
      return number(node.numberValue());
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    return node.isNull() || node.isMissingNode() ? null : node.asText();
  }

  /** Converts an object to a map; empty for other nodes. */
  static Map<String, Object> map(JsonNode node) {
    Map<String, Object> values = new LinkedHashMap<>();
    node.properties().forEach(field -> values.put(field.getKey(), of(field.getValue())));
    return Collections.unmodifiableMap(values);
  }

  /** Converts a value to a node. */
  static JsonNode node(Object value) {
    if (value instanceof Map<?, ?> map) {
      ObjectNode object = NODES.objectNode();
      map.forEach((name, inner) -> object.set(String.valueOf(name), node(inner)));
      return object;
    }
    if (value instanceof List<?> items) {
      ArrayNode array = NODES.arrayNode();
      items.forEach(item -> array.add(node(item)));
      return array;
    }
    if (value instanceof Long number) {
      return NODES.numberNode(number.longValue());
    }
    if (value instanceof Double number) {
      return NODES.numberNode(number.doubleValue());
    }
    if (value instanceof Boolean flag) {
      return NODES.booleanNode(flag);
    }
    return value == null ? NODES.nullNode() : NODES.textNode((String) value);
  }

  /** The same with the null value of conditions. */
  static Object forConditions(Object value) {
    if (value == null) {
      return NullValue.NULL_VALUE;
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> copy = new LinkedHashMap<>();
      map.forEach((name, inner) -> copy.put(String.valueOf(name), forConditions(inner)));
      return copy;
    }
    if (value instanceof List<?> items) {
      List<Object> copy = new ArrayList<>(items.size());
      items.forEach(item -> copy.add(forConditions(item)));
      return copy;
    }
    return value;
  }
}
