package io.svc.server.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.MessageTexts;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Parses the JSON of OTLP 1.x (section "JSON Protobuf Encoding") into Protocol Buffers messages, by
 * their descriptors. OTLP encodes identifiers in hexadecimal digits, which the standard JSON format
 * of Protocol Buffers does not; base64, which some senders write, is accepted too. Whole numbers
 * are texts or numbers, enums numbers or names, and unknown fields are ignored.
 */
final class OtlpJson {
  private static final Set<String> IDS = Set.of("trace_id", "span_id", "parent_span_id");
  private static final int TRACE_BYTES = 16;
  private static final int SPAN_BYTES = 8;

  private static final Map<Descriptor, Map<String, FieldDescriptor>> FIELDS =
      new ConcurrentHashMap<>();

  private OtlpJson() {}

  /**
   * Fills a message.
   *
   * @throws ApiException when the JSON does not match the message
   */
  static <B extends Message.Builder> B read(JsonNode node, B into) {
    read(node, into, "");
    return into;
  }

  private static void read(JsonNode node, Message.Builder into, String path) {
    if (!node.isObject()) {
      throw wrong(path, node, "an object");
    }
    Map<String, FieldDescriptor> fields =
        FIELDS.computeIfAbsent(into.getDescriptorForType(), OtlpJson::fields);
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      FieldDescriptor field = fields.get(member.getKey());
      JsonNode value = member.getValue();
      if (field == null || value.isNull()) {
        continue;
      }
      String inside = path.isEmpty() ? member.getKey() : path + "." + member.getKey();
      if (!field.isRepeated()) {
        value(value, field, into, inside).ifPresent(read -> into.setField(field, read));
        continue;
      }
      if (!value.isArray()) {
        throw wrong(inside, value, "a list");
      }
      for (int i = 0; i < value.size(); i++) {
        String elementPath = inside + "[" + i + "]";
        value(value.get(i), field, into, elementPath)
            .ifPresent(read -> into.addRepeatedField(field, read));
      }
    }
  }

  /**
   * Returns fields by their JSON names and by their names in the definition, because some senders
   * write the latter.
   */
  private static Map<String, FieldDescriptor> fields(Descriptor type) {
    Map<String, FieldDescriptor> fields = new HashMap<>();
    for (FieldDescriptor field : type.getFields()) {
      fields.put(field.getName(), field);
      fields.put(field.getJsonName(), field);
    }
    return Map.copyOf(fields);
  }

  private static Optional<Object> value(
      JsonNode node, FieldDescriptor field, Message.Builder into, String path) {
    return switch (field.getJavaType()) {
      case MESSAGE -> {
        Message.Builder inner = into.newBuilderForField(field);
        read(node, inner, path);
        yield Optional.of(inner.build());
      }
      case STRING -> Optional.of(text(node, path));
      case BYTE_STRING ->
          IDS.contains(field.getName())
              ? id(text(node, path), field.getName().equals("trace_id") ? TRACE_BYTES : SPAN_BYTES)
              : Optional.of(bytes(text(node, path), path));
      case LONG -> Optional.of(integer(node, path, field.getType().name().contains("64")));
      case INT -> Optional.of((int) integer(node, path, false));
      case DOUBLE -> Optional.of(number(node, path));
      case FLOAT -> Optional.of((float) number(node, path));
      case BOOLEAN -> {
        if (!node.isBoolean()) {
          throw wrong(path, node, "true or false");
        }
        yield Optional.of(node.booleanValue());
      }
      case ENUM -> Optional.of(constant(node, field, path));
    };
  }

  private static String text(JsonNode node, String path) {
    if (!node.isTextual()) {
      throw wrong(path, node, "a text");
    }
    return node.textValue();
  }

  /** Parses an identifier of a given length; an invalid one rejects its span only. */
  private static Optional<Object> id(String text, int bytes) {
    try {
      byte[] read =
          text.length() == 2 * bytes
              ? HexFormat.of().parseHex(text)
              : Base64.getDecoder().decode(text.replace('-', '+').replace('_', '/'));
      return read.length == bytes ? Optional.of(ByteString.copyFrom(read)) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static ByteString bytes(String text, String path) {
    try {
      return ByteString.copyFrom(
          Base64.getDecoder().decode(text.replace('-', '+').replace('_', '/')));
    } catch (IllegalArgumentException e) {
      throw new ApiException(
          ErrorCode.VALIDATION_FAILED, "\"" + MessageTexts.shown(path) + "\" is not base64.");
    }
  }

  private static long integer(JsonNode node, String path, boolean isUnsigned) {
    try {
      if (node.isTextual()) {
        String text = node.textValue();
        return isUnsigned && !text.startsWith("-")
            ? Long.parseUnsignedLong(text)
            : Long.parseLong(text);
      }
      if (node.isNumber()) {
        BigDecimal number = node.decimalValue();
        if (number.precision() - number.scale() <= 20) {
          return isUnsigned && number.signum() > 0
              ? Long.parseUnsignedLong(number.toBigIntegerExact().toString())
              : number.longValueExact();
        }
      }
    } catch (NumberFormatException e) {
      throw wrong(path, node, "a whole number");
    } catch (ArithmeticException e) {
      throw wrong(path, node, "a whole number");
    }
    throw wrong(path, node, "a whole number");
  }

  private static double number(JsonNode node, String path) {
    if (node.isNumber()) {
      return node.doubleValue();
    }
    try {
      return Double.parseDouble(text(node, path));
    } catch (NumberFormatException e) {
      throw wrong(path, node, "a number");
    }
  }

  private static EnumValueDescriptor constant(JsonNode node, FieldDescriptor field, String path) {
    if (node.isIntegralNumber() && node.canConvertToInt()) {
      return field.getEnumType().findValueByNumberCreatingIfUnknown(node.intValue());
    }
    EnumValueDescriptor named =
        node.isTextual() ? field.getEnumType().findValueByName(node.textValue()) : null;
    if (named == null) {
      throw wrong(path, node, "the number or the name of a value of " + field.getName());
    }
    return named;
  }

  private static ApiException wrong(String path, JsonNode node, String expected) {
    String value =
        node.isValueNode()
            ? "\"" + MessageTexts.shown(node.asText()) + "\""
            : "a list or an object";
    String location = path.isEmpty() ? "The body" : "\"" + MessageTexts.shown(path) + "\"";
    return new ApiException(
        ErrorCode.VALIDATION_FAILED, location + " is " + value + "; expected " + expected + ".");
  }
}
