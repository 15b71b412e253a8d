package io.svc.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.rules.WordListParser;
import io.svc.server.json.YamlResource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the written part of the OpenAPI description: {@code base.yaml}, and a fragment for each
 * package. Expands the short forms that the header of {@code base.yaml} defines.
 */
final class OpenApiFragments {
  /** A line for each package that has routes. */
  private static final List<String> NAMES =
      WordListParser.list(
          """
          health auth admin agents sessions policies decisions registration redaction proxy
          approvals rollout events attestation certifications lifecycle discovery mcp integrations
          credentials alerts reports runtime telemetry detection incidents overview search""");

  /** Schema keywords with values that are not schemas. */
  private static final Set<String> VALUES = Set.of("examples", "example", "default", "enum");

  private static final String REF = "$ref";
  private static final String OTHERS = "additionalProperties";

  private OpenApiFragments() {}

  /** Merges all fragments. */
  static ObjectNode join() {
    ObjectNode document = read("base");
    ObjectNode components = document.withObjectProperty("components");
    ObjectNode paths = document.withObjectProperty("paths");
    for (String name : NAMES) {
      ObjectNode fragment = read(name);
      String tag = fragment.path("tag").asText(name);
      for (JsonNode path : fragment.path("paths")) {
        path.forEach(operation -> completeOperation((ObjectNode) operation, tag));
      }
      merge(paths, fragment.path("paths"), name);
      for (Map.Entry<String, JsonNode> kind : fragment.path("components").properties()) {
        merge(components.withObjectProperty(kind.getKey()), kind.getValue(), name);
      }
    }
    components.path("responses").forEach(OpenApiFragments::completeContent);
    for (JsonNode path : paths) {
      path.forEach(
          operation ->
              close(operation.at("/requestBody/content/application~1json/schema"), components));
    }
    return document;
  }

  private static ObjectNode read(String name) {
    ObjectNode fragment =
        (ObjectNode) YamlResource.read(OpenApiFragments.class, "/openapi/" + name + ".yaml");
    completeObjects(fragment, true);
    return fragment;
  }

  static void merge(ObjectNode document, JsonNode part, String fragment) {
    for (Map.Entry<String, JsonNode> entry : part.properties()) {
      if (document.has(entry.getKey())) {
        throw new IllegalStateException(
            "\"" + entry.getKey() + "\" of " + fragment + ".yaml is in another fragment too");
      }
      document.set(entry.getKey(), entry.getValue());
    }
  }

  private static void completeOperation(ObjectNode operation, String tag) {
    operation.withArrayProperty("tags").add(tag);
    operation.path("responses").forEach(OpenApiFragments::completeContent);
    if (operation.get("requestBody") instanceof ObjectNode body) {
      completeContent(body);
      if (!body.has("required")) {
        body.put("required", true);
      }
    }
  }

  /** A schema without a media type describes JSON. */
  private static void completeContent(JsonNode body) {
    if (body.has("schema")) {
      ObjectNode json =
          ((ObjectNode) body).withObjectProperty("content").putObject("application/json");
      for (String name : List.of("schema", "examples")) {
        JsonNode value = ((ObjectNode) body).remove(name);
        if (value != null) {
          json.set(name, value);
        }
      }
    }
  }

  /**
   * Completes schemas with {@code fields}: the properties of a closed object, all required except
   * the ones in {@code optional}.
   *
   * @param isSchema whether a name in the node is a keyword, not the name of a property
   */
  static void completeObjects(JsonNode node, boolean isSchema) {
    if (isSchema && node.has("fields")) {
      completeObject((ObjectNode) node);
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (!isSchema || !VALUES.contains(member.getKey())) {
        completeObjects(member.getValue(), !isSchema || !member.getKey().equals("properties"));
      }
    }
    if (node.isArray()) {
      node.forEach(element -> completeObjects(element, true));
    }
  }

  private static void completeObject(ObjectNode schema) {
    ObjectNode fields = (ObjectNode) schema.remove("fields");
    Set<String> optional = new HashSet<>();
    schema.path("optional").forEach(name -> optional.add(name.asText()));
    schema.remove("optional");
    if (!schema.has("type")) {
      schema.put("type", "object");
    }
    ArrayNode required = schema.putArray("required");
    for (Map.Entry<String, JsonNode> field : fields.properties()) {
      if (!optional.remove(field.getKey())) {
        required.add(field.getKey());
      }
    }
    if (!optional.isEmpty()) {
      throw new IllegalStateException(optional + " are optional, and are no fields");
    }
    if (required.isEmpty()) {
      schema.remove("required");
    }
    schema.put(OTHERS, false);
    schema.set("properties", fields);
  }

  /**
   * Declares that objects in request bodies have no properties other than those listed, as {@link
   * Fields#check} rejects them. A schema that lists none, or that defines additional properties, is
   * not changed.
   */
  private static void close(JsonNode schema, ObjectNode components) {
    String name = schema.path(REF).asText();
    if (!name.isEmpty()) {
      close(components.path("schemas").path(name.substring(name.lastIndexOf('/') + 1)), components);
      return;
    }
    if (!schema.isObject() || schema.path(OTHERS).asBoolean(false)) {
      return;
    }
    if (schema.has("properties") && !schema.has(OTHERS)) {
      ((ObjectNode) schema).put(OTHERS, false);
    }
    schema.path("properties").forEach(part -> close(part, components));
    close(schema.path("items"), components);
    close(schema.path(OTHERS), components);
    if (!schema.has("properties")) {
      // Together with properties, they only define valid combinations.
      for (String kind : List.of("anyOf", "oneOf", "allOf")) {
        schema.path(kind).forEach(part -> close(part, components));
      }
    }
  }
}
