package io.svc.server.generated;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values that a schema of the description takes. */
final class Values {
  /** Stands wherever a secret is asked for, and so must be in no answer. */
  static final String CANARY = "canary7Qz4mLr9Xw2";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int DEEPEST = 7;
  private static final Pattern PREFIX = Pattern.compile("\\^([a-z]{3}_)(?:\\[0-9A-HJKMNP.*)?");
  private static final Pattern SECRET =
      Pattern.compile("(?i)(new|current|client)?(password|secret)|bot_?token|webhook_?secret");

  private static final String DSL =
      """
      version: 1
      kind: agent_policy
      metadata: {name: generated}
      rules:
        - {id: wait, effect: require_approval, reason: People decide., match: {tool: [wait]}}
        - {id: no-shell, effect: deny, match: {tool: [bash]}}
      """;

  /** Good texts, as people have them. */
  private static final List<String> TEXTS =
      List.of(
          "sample",
          "n8n",
          "Tool of the \u00c4rzte & S\u00f6hne",
          "\u65e5\u672c\u8a9e",
          "it's 100 % _fine_",
          "\ud83d\ude80 launch",
          "a \"quoted\" one",
          "=1+1",
          "\u05e9\u05dc\u05d5\u05dd",
          "two\nlines",
          "bash",
          "wait",
          "prod",
          "https://example.com/path?x=1",
          "host:*.example.com");

  private final Known knownData;
  private final Random random;
  private final Instant start;

  Values(Known knownData, Random random, Instant start) {
    this.knownData = knownData;
    this.random = random;
    this.start = start;
  }

  /** One value, with identifiers of what exists. */
  JsonNode of(JsonNode schema, String name) {
    return of(schema, name, 0);
  }

  private JsonNode of(JsonNode unresolved, String name, int depth) {
    JsonNode schema = Operation.resolved(unresolved);
    if (schema.has("const")) {
      return schema.path("const");
    }
    if (schema.has("enum")) {
      return schema.path("enum").get(random.nextInt(schema.path("enum").size()));
    }
    for (String choice : List.of("oneOf", "anyOf")) {
      JsonNode ways = schema.path(choice);
      if (ways.isArray() && !schema.has("properties")) {
        return of(ways.get(random.nextInt(ways.size())), name, depth);
      }
    }
    if (schema.has("allOf")) {
      return object(schema, depth);
    }
    return switch (type(schema)) {
      case "object" -> object(schema, depth);
      case "array" -> array(schema, name, depth);
      case "integer" -> LongNode.valueOf(number(schema));
      case "number" ->
          random.nextBoolean()
              ? LongNode.valueOf(number(schema))
              : DecimalNode.valueOf(BigDecimal.valueOf(number(schema) * 10 + 5, 1));
      case "boolean" -> BooleanNode.valueOf(random.nextBoolean());
      case "null" -> NullNode.instance;
      case "string" -> TextNode.valueOf(text(schema, name));
      default -> anything(depth);
    };
  }

  private String type(JsonNode schema) {
    JsonNode type = schema.path("type");
    if (type.isArray()) {
      return type.get(random.nextInt(type.size())).asText();
    }
    return type.isMissingNode() && schema.has("properties") ? "object" : type.asText();
  }

  private JsonNode anything(int depth) {
    return switch (random.nextInt(depth > DEEPEST ? 3 : 5)) {
      case 0 -> TextNode.valueOf(Hostile.any(TEXTS, random));
      case 1 -> LongNode.valueOf(random.nextInt(1_000));
      case 2 -> BooleanNode.TRUE;
      case 3 -> JSON.arrayNode().add("a").add(anything(depth + 2));
      default -> JSON.objectNode().set("name", anything(depth + 2));
    };
  }

  private ObjectNode object(JsonNode schema, int depth) {
    ObjectNode object = JSON.objectNode();
    for (JsonNode part : schema.path("allOf")) {
      object.setAll(object(Operation.resolved(part), depth));
    }
    Set<String> required = names(schema.path("required"));
    for (String choice : List.of("oneOf", "anyOf")) {
      JsonNode ways = schema.path(choice);
      if (ways.isArray()) {
        required.addAll(names(ways.get(random.nextInt(ways.size())).path("required")));
      }
    }
    int chance = depth == 0 ? 50 : depth > DEEPEST ? 0 : 30;
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      if (required.contains(property.getKey()) || random.nextInt(100) < chance) {
        object.set(property.getKey(), of(property.getValue(), property.getKey(), depth + 1));
      }
    }
    JsonNode more = schema.path("additionalProperties");
    if (depth < DEEPEST && (more.isObject() || schema.size() <= 2)) {
      for (int i = random.nextInt(3); i > 0; i--) {
        object.set("extra" + i, more.isObject() ? of(more, "extra", depth + 1) : anything(depth));
      }
    }
    return object;
  }

  private static Set<String> names(JsonNode array) {
    Set<String> names = new TreeSet<>();
    array.forEach(name -> names.add(name.asText()));
    return names;
  }

  private ArrayNode array(JsonNode schema, String name, int depth) {
    int least = schema.path("minItems").asInt(0);
    int limit = Math.min(schema.path("maxItems").asInt(3), least + (depth > DEEPEST ? 0 : 3));
    ArrayNode array = JSON.arrayNode();
    for (int i = least + random.nextInt(limit - least + 1); i > 0; i--) {
      array.add(of(schema.path("items"), name, depth + 1));
    }
    return array;
  }

  private long number(JsonNode schema) {
    long least = schema.path("minimum").asLong(0);
    long limit = schema.path("maximum").asLong(Math.max(least, 1_000));
    return switch (random.nextInt(4)) {
      case 0 -> least;
      case 1 -> limit;
      default -> least + (long) (random.nextDouble() * (limit - least));
    };
  }

  private String text(JsonNode schema, String name) {
    if (SECRET.matcher(name).matches()) {
      return CANARY;
    }
    Optional<String> formed = formed(schema, name);
    if (formed.isPresent()) {
      return formed.get();
    }
    JsonNode examples = schema.path("examples");
    String text =
        examples.size() > 0 && random.nextInt(3) > 0
            ? knownData.with(examples.get(random.nextInt(examples.size())).asText(), random)
            : Hostile.any(TEXTS, random) + (random.nextInt(3) > 0 ? random.nextInt(20) : "");
    if (random.nextInt(25) == 0 && schema.has("maxLength")) {
      text = "\u00fc".repeat(schema.path("maxLength").asInt());
    }
    int limit = schema.path("maxLength").asInt(Integer.MAX_VALUE);
    int end =
        text.length() > limit ? text.offsetByCodePoints(0, Math.min(limit, 4)) : text.length();
    return text.substring(0, end);
  }

  /** A text that must have a form. */
  private Optional<String> formed(JsonNode schema, String name) {
    String format = schema.path("format").asText();
    if (format.equals("date-time")) {
      return Optional.of(time().toString());
    }
    if (format.equals("date")) {
      return Optional.of(time().toString().substring(0, 10));
    }
    if (format.equals("email")) {
      return Optional.of("user" + random.nextInt(10_000_000) + "@example.com");
    }
    Matcher prefix = PREFIX.matcher(schema.path("pattern").asText());
    if (prefix.matches()) {
      return Optional.of(knownData.identifier(prefix.group(1), random));
    }
    return switch (name) {
      case "dsl" -> Optional.of(DSL);
      case "username" -> Optional.of("user" + random.nextInt(10_000_000));
      case "cursor", "page_token" -> knownData.cursor(random);
      case "agent_id" ->
          random.nextBoolean()
              ? Optional.of(knownData.identifier("agt_", random))
              : Optional.empty();
      case "session_id" ->
          random.nextBoolean()
              ? Optional.of(knownData.identifier("ses_", random))
              : Optional.empty();
      case "url", "webhookUrl", "baseUrl" -> Optional.of("https://127.0.0.1:9/hook");
      default -> Optional.empty();
    };
  }

  private Instant time() {
    return start
        .plus(random.nextInt(200_000) - 100_000, ChronoUnit.SECONDS)
        .truncatedTo(ChronoUnit.MILLIS);
  }

  /** Paths of all values inside a value, as pointers, the whole one left out. */
  static List<String> paths(JsonNode node) {
    List<String> locations = new ArrayList<>();
    collect(node, "", locations);
    return locations;
  }

  private static void collect(JsonNode node, String at, List<String> locations) {
    if (!at.isEmpty()) {
      locations.add(at);
    }
    if (node.isObject()) {
      for (Map.Entry<String, JsonNode> property : node.properties()) {
        String name = property.getKey().replace("~", "~0").replace("/", "~1");
        collect(property.getValue(), at + "/" + name, locations);
      }
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      collect(node.get(i), at + "/" + i, locations);
    }
  }
}
