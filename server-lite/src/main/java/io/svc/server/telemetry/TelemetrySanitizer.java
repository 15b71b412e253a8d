package io.svc.server.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.detection.ObservedContent;
import io.svc.server.json.Json;
import io.svc.server.redaction.ContentMask;
import io.svc.server.redaction.Masking;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Sanitizes content for storage: removes secrets and personal data, and limits its size. Texts are
 * cut after they were sanitized, since a part of a secret is not recognized. Safe for many threads.
 */
final class TelemetrySanitizer {
  static final int LONGEST_NAME = 200;
  static final int LONGEST_TEXT = 4_000;

  private static final List<String> NAMES =
      List.of("platform", "workflow_id", "run_id", "agent_id", "resource_id", "tool", "server");
  private static final int LARGEST = 32_768;
  private static final int MAX_MEMBERS = 128;
  private static final int DEEPEST = 8;
  private static final String CUT = "…";

  private static final Masking MASKING = new Masking();

  private final ContentMask mask;

  /**
   * Creates a sanitizer for one tenant.
   *
   * @param mask the mask of the tenant
   */
  TelemetrySanitizer(ContentMask mask) {
    this.mask = mask;
  }

  /** Sanitizes a name that is used for lookups: without secrets. */
  String name(String text) {
    return cut(MASKING.text(text.strip()), LONGEST_NAME);
  }

  /**
   * Returns the payload of an event for the feed: only secrets are removed from names that are used
   * for lookups, as in the lookups.
   */
  ObjectNode eventPayload(JsonNode raw, ObservedContent clean, Instant at) {
    ObjectNode payload = bounded(clean.content()).deepCopy();
    for (String name : NAMES) {
      if (raw.path(name).isTextual()) {
        payload.put(name, name(raw.path(name).textValue()));
      }
    }
    payload.put("timestamp", Json.time(at));
    return payload;
  }

  /** Sanitizes all free-form content of one item. */
  ObservedContent clean(JsonNode raw) {
    return ObservedContent.of(raw, mask);
  }

  /** Cuts sanitized content to the maximum size of one item. */
  static JsonNode bounded(JsonNode cleaned) {
    JsonNode bounded = bounded(cleaned, DEEPEST);
    if (!bounded.isObject() || Json.bytes(bounded).length <= LARGEST) {
      return bounded;
    }
    ObjectNode copy = JsonNodeFactory.instance.objectNode();
    int size = 0;
    for (Map.Entry<String, JsonNode> member : bounded.properties()) {
      int more = Json.bytes(member.getValue()).length + member.getKey().length() + 4;
      if (size + more <= LARGEST) {
        copy.set(member.getKey(), member.getValue());
        size += more;
      }
    }
    copy.put("truncated", true);
    return copy;
  }

  private static JsonNode bounded(JsonNode node, int deepest) {
    if (node.isTextual()) {
      String text = cut(node.textValue(), LONGEST_TEXT);
      return text.length() == node.textValue().length()
          ? node
          : JsonNodeFactory.instance.textNode(text);
    }
    if (!node.isContainerNode()) {
      return node;
    }
    if (deepest == 0) {
      return JsonNodeFactory.instance.textNode(CUT);
    }
    if (node.isArray()) {
      ArrayNode list = JsonNodeFactory.instance.arrayNode();
      for (JsonNode element : node) {
        if (list.size() < MAX_MEMBERS) {
          list.add(bounded(element, deepest - 1));
        }
      }
      return list;
    }
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (object.size() < MAX_MEMBERS) {
        object.set(cut(member.getKey(), LONGEST_NAME), bounded(member.getValue(), deepest - 1));
      }
    }
    return object;
  }

  static String cut(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    int end = longest - CUT.length();
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + CUT;
  }
}
