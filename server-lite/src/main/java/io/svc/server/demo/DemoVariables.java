package io.svc.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.svc.server.db.Identifiers;
import io.svc.server.json.Json;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces the variables of a script: stored values of earlier responses, and times relative to the
 * call: <code>${ago:2h}</code>, <code>${in:3d}</code>, <code>${date:14d}</code>; and new
 * identifiers: <code>${new:rpt_}</code>.
 */
final class DemoVariables {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([A-Za-z0-9._:/ -]+)}");

  private final Clock clock;
  private final Identifiers identifiers;
  private final Map<String, String> values = new HashMap<>();

  DemoVariables(Clock clock) {
    this.clock = clock;
    this.identifiers = new Identifiers(clock);
  }

  void put(String name, String value) {
    values.put(name, value);
  }

  String get(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new DemoException("no value is stored as \"" + name + "\" yet");
    }
    return value;
  }

  String fill(String text) {
    Matcher matcher = PLACEHOLDER.matcher(text);
    return matcher.replaceAll(placeholder -> Matcher.quoteReplacement(value(placeholder.group(1))));
  }

  JsonNode fill(JsonNode node) {
    if (node.isTextual()) {
      return TextNode.valueOf(fill(node.asText()));
    }
    if (node.isArray()) {
      ArrayNode filled = JsonNodeFactory.instance.arrayNode();
      node.forEach(element -> filled.add(fill(element)));
      return filled;
    }
    if (node.isObject()) {
      ObjectNode filled = JsonNodeFactory.instance.objectNode();
      node.properties()
          .forEach(element -> filled.set(fill(element.getKey()), fill(element.getValue())));
      return filled;
    }
    return node;
  }

  private String value(String placeholder) {
    int colon = placeholder.indexOf(':');
    if (colon < 0) {
      return get(placeholder);
    }
    if (placeholder.startsWith("new:")) {
      return identifiers.next(placeholder.substring(colon + 1));
    }
    Instant now = clock.instant();
    var span = DemoDuration.parse(placeholder.substring(colon + 1));
    return switch (placeholder.substring(0, colon)) {
      case "ago" -> Json.time(now.minus(span));
      case "in" -> Json.time(now.plus(span));
      case "date" -> LocalDate.ofInstant(now.plus(span), ZoneOffset.UTC).toString();
      default -> throw new DemoException("\"" + placeholder + "\" is no place");
    };
  }
}
