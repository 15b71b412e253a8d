package io.svc.server.generated;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Makes good JSON wrong in one place. */
final class Spoiler {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final ObjectMapper ESCAPED =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
  private static final ObjectMapper PLAIN = new ObjectMapper();

  private Spoiler() {}

  /** The bytes of JSON; a lone half of a pair as an escape. */
  static byte[] bytes(JsonNode node, boolean isEscaped) {
    try {
      String text = PLAIN.writeValueAsString(node);
      return isEscaped || !StandardCharsets.UTF_8.newEncoder().canEncode(text)
          ? ESCAPED.writeValueAsString(node).getBytes(StandardCharsets.UTF_8)
          : text.getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The same with one thing in it that is not as it should be. */
  static JsonNode spoiled(JsonNode good, Random random) {
    List<String> locations = Values.paths(good);
    if (locations.isEmpty() || random.nextInt(15) == 0) {
      return other(good, random);
    }
    JsonNode complete = good.deepCopy();
    JsonPointer place = JsonPointer.compile(Hostile.any(locations, random));
    JsonNode parent = complete.at(place.head());
    JsonNode value = complete.at(place);
    if (parent instanceof ObjectNode object) {
      inObject(object, place.last().getMatchingProperty(), value, random);
    } else if (parent instanceof ArrayNode array) {
      inArray(array, place.last().getMatchingIndex(), value, random);
    }
    return complete;
  }

  private static void inObject(ObjectNode object, String name, JsonNode value, Random random) {
    switch (random.nextInt(8)) {
      case 0 -> object.remove(name);
      case 1 -> object.set("unknown_" + random.nextInt(3), value);
      case 2 ->
          object.set(name, raw(text(value) + ",\"" + name + "\":" + text(other(value, random))));
      case 3 -> object.set(Hostile.any(Hostile.TEXTS, random), value);
      default -> object.set(name, other(value, random));
    }
  }

  private static void inArray(ArrayNode array, int at, JsonNode value, Random random) {
    switch (random.nextInt(4)) {
      case 0 -> array.insert(at, value);
      case 1 -> {
        for (int i = 0; i < 2_000; i++) {
          array.add(value);
        }
      }
      default -> array.set(at, other(value, random));
    }
  }

  /** Something else in the place of a value. */
  private static JsonNode other(JsonNode value, Random random) {
    return switch (random.nextInt(9)) {
      case 0 -> NullNode.instance;
      case 1 -> BooleanNode.TRUE;
      case 2 -> raw(Hostile.any(Hostile.NUMBERS, random));
      case 3 -> JSON.arrayNode().add(value);
      case 4 -> JSON.objectNode().set("value", value);
      case 5 -> raw("[".repeat(70) + "]".repeat(70));
      case 6 -> value.isTextual() ? TextNode.valueOf(value.textValue() + "\u0000") : raw("{}");
      default -> TextNode.valueOf(Hostile.any(Hostile.TEXTS, random));
    };
  }

  private static String text(JsonNode node) {
    return new String(bytes(node, true), StandardCharsets.UTF_8);
  }

  private static JsonNode raw(String json) {
    return JSON.rawValueNode(new RawValue(json));
  }
}
