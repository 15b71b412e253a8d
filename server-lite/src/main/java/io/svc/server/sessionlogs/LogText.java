package io.svc.server.sessionlogs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.json.Json;
import io.svc.server.redaction.Masking;
import java.util.Map;

/** Sanitizes log content for storage: removes secrets, and limits the length. */
final class LogText {
  static final int LONGEST_MESSAGE = 8_000;
  static final int LONGEST_ID = 128;
  static final int LONGEST_VALUE = 2_000;
  static final int MAX_ATTRIBUTES = 64;
  static final int LARGEST_ATTRIBUTES = 16_384;

  private static final String CUT = "…";
  private static final int DEEPEST = 6;

  private final Masking masking;

  LogText(Masking masking) {
    this.masking = masking;
  }

  /** Masked before it is cut, because a part of a secret is not recognized. */
  String text(String text, int longest) {
    return cut(masking.text(text), longest);
  }

  private static String cut(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    int end = longest - CUT.length();
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + CUT;
  }

  /** Returns attributes as JSON; attributes beyond the maximum number or total size are omitted. */
  String attributes(JsonNode sent) {
    ObjectNode bounded = JsonNodeFactory.instance.objectNode();
    int size = 2;
    for (Map.Entry<String, JsonNode> attribute : masking.node(sent).properties()) {
      String name = cut(attribute.getKey(), LONGEST_ID);
      JsonNode value = bounded(attribute.getValue(), DEEPEST);
      int more = Json.bytes(name).length + Json.bytes(value).length + 2;
      if (bounded.size() < MAX_ATTRIBUTES && size + more <= LARGEST_ATTRIBUTES) {
        bounded.set(name, value);
        size += more;
      }
    }
    return Json.text(bounded);
  }

  private static JsonNode bounded(JsonNode value, int deepest) {
    if (value.isTextual()) {
      return JsonNodeFactory.instance.textNode(cut(value.textValue(), LONGEST_VALUE));
    }
    if (!value.isContainerNode()) {
      return value;
    }
    if (deepest == 0) {
      return JsonNodeFactory.instance.textNode(CUT);
    }
    if (value.isArray()) {
      ArrayNode list = JsonNodeFactory.instance.arrayNode();
      value.forEach(element -> list.add(bounded(element, deepest - 1)));
      return list;
    }
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    value
        .properties()
        .forEach(
            one -> object.set(cut(one.getKey(), LONGEST_ID), bounded(one.getValue(), deepest - 1)));
    return object;
  }
}
