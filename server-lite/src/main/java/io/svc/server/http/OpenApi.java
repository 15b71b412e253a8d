package io.svc.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.rules.WordBlock;
import io.svc.server.json.Json;
import io.svc.server.json.YamlResource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The description of the interface (OpenAPI 3.1). It is written by hand, a fragment a package, and
 * joined when it is first asked for. What every operation has, such as the answer to a caller whom
 * nobody knows, stands once in {@code base.yaml} and is added here.
 */
public final class OpenApi {
  /** What joins the document: a line for each package that has routes. */
  private static final List<String> FRAGMENTS =
      WordBlock.list(
          """
          health auth admin agents sessions policies decisions registration redaction proxy
          approvals rollout events attestation certifications lifecycle discovery mcp integrations
          credentials alerts reports runtime telemetry detection incidents overview search""");

  private static final String SHARED = "x-every-operation";
  private static final String REF = "$ref";
  private static final String OTHERS = "additionalProperties";
  private static final String PROTOBUF = "application/x-protobuf";
  private static final Set<String> METHODS =
      Set.of("get", "put", "post", "delete", "patch", "options");

  private OpenApi() {}

  /** Joined once, when it is first needed. */
  private static final class Holder {
    static final ObjectNode DOCUMENT = join();
  }

  /** The document. */
  public static JsonNode document() {
    return Holder.DOCUMENT.deepCopy();
  }

  private static ObjectNode join() {
    ObjectNode base = read("base");
    ObjectNode shared = (ObjectNode) base.remove(SHARED);
    ObjectNode components = (ObjectNode) base.remove("components");
    ObjectNode paths = base.putObject("paths");
    for (String name : FRAGMENTS) {
      ObjectNode fragment = read(name);
      merge(paths, fragment.path("paths"), name);
      for (Map.Entry<String, JsonNode> kind : fragment.path("components").properties()) {
        merge(components.withObjectProperty(kind.getKey()), kind.getValue(), name);
      }
    }
    components.path("responses").forEach(OpenApi::nameRequest);
    for (Map.Entry<String, JsonNode> path : paths.properties()) {
      for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
        if (METHODS.contains(method.getKey())) {
          ObjectNode operation = (ObjectNode) method.getValue();
          complete(path.getKey(), method.getKey(), operation, shared);
          JsonNode body = operation.at("/requestBody/content/application~1json/schema");
          close(body, components);
          if (operation.at("/requestBody/content").has(PROTOBUF)) {
            refuseInProtobuf(operation, components);
          }
        }
      }
    }
    base.set("components", components);
    return base;
  }

  private static ObjectNode read(String name) {
    return (ObjectNode) YamlResource.read(OpenApi.class, "/openapi/" + name + ".yaml");
  }

  static void merge(ObjectNode whole, JsonNode part, String fragment) {
    for (Map.Entry<String, JsonNode> entry : part.properties()) {
      if (whole.has(entry.getKey())) {
        throw new IllegalStateException(
            "\"" + entry.getKey() + "\" of " + fragment + ".yaml is in another fragment too");
      }
      whole.set(entry.getKey(), entry.getValue());
    }
  }

  /**
   * Declares that objects in bodies of requests have no other properties than those listed, as
   * {@link Fields#check} has it. A schema that lists none, or that says what others may be, stays
   * as it is.
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
    schema.path("properties").forEach(property -> close(property, components));
    close(schema.path("items"), components);
    close(schema.path(OTHERS), components);
    if (!schema.has("properties")) {
      // Next to properties, they only define valid combinations.
      for (String kind : List.of("anyOf", "oneOf", "allOf")) {
        schema.path(kind).forEach(part -> close(part, components));
      }
    }
  }

  /** Who sends Protocol Buffers is refused in them too, as OTLP has it. */
  private static void refuseInProtobuf(ObjectNode operation, ObjectNode components) {
    ObjectNode responses = operation.withObjectProperty("responses");
    for (Map.Entry<String, JsonNode> response : responses.properties()) {
      String name = response.getValue().path(REF).asText();
      if (Integer.parseInt(response.getKey()) >= 400 && !name.isEmpty()) {
        String shared = name.substring(name.lastIndexOf('/') + 1);
        ObjectNode own = components.path("responses").path(shared).deepCopy();
        own.withObjectProperty("content")
            .putObject(PROTOBUF)
            .putObject("schema")
            .put("description", "A google.rpc.Status.");
        response.setValue(own);
      }
    }
  }

  private static void complete(
      String path, String method, ObjectNode operation, ObjectNode shared) {
    boolean isRead = method.equals("get");
    boolean isLimited = !operation.path("x-rate-limit").asText("none").equals("none");
    ObjectNode own = operation.withObjectProperty("responses");
    TreeMap<String, JsonNode> responses = new TreeMap<>();
    own.properties().forEach(e -> responses.put(e.getKey(), e.getValue()));
    add(responses, shared.path("always"), true);
    add(responses, shared.path("identified"), isIdentified(operation));
    add(responses, shared.path("changing"), !isRead);
    add(responses, shared.path("withPathParameter"), path.contains("{"));
    add(responses, shared.path("limited"), isLimited);
    if (isRead && isCacheable(own.path("200"))) {
      add(responses, shared.path("cacheable"), true);
      headers(own.path("200")).set("ETag", ref("headers", "ETag"));
      parameters(operation).add(ref("parameters", "IfNoneMatch"));
    }
    for (JsonNode response : responses.values()) {
      if (!response.has(REF)) {
        nameRequest(response);
        if (isLimited) {
          headers(response).set("RateLimit-Policy", ref("headers", "RateLimitPolicy"));
          headers(response).set("RateLimit", ref("headers", "RateLimit"));
        }
      }
    }
    own.removeAll();
    own.setAll(responses);
  }

  private static void add(Map<String, JsonNode> responses, JsonNode group, boolean applies) {
    if (applies) {
      group
          .properties()
          .forEach(e -> responses.putIfAbsent(e.getKey(), ref("responses", e.getValue().asText())));
    }
  }

  /** Whether a caller must show something; an empty requirement among others is none. */
  private static boolean isIdentified(ObjectNode operation) {
    JsonNode security = operation.path("security");
    for (JsonNode requirement : security) {
      if (requirement.isEmpty()) {
        return false;
      }
    }
    return !security.isEmpty();
  }

  /** Files are streamed, and what is streamed has no tag. */
  private static boolean isCacheable(JsonNode response) {
    return response.path("content").has("application/json")
        && !response.path("headers").has("Content-Disposition");
  }

  private static void nameRequest(JsonNode response) {
    headers(response).set("X-Request-Id", ref("headers", "XRequestId"));
  }

  private static ObjectNode headers(JsonNode response) {
    return ((ObjectNode) response).withObjectProperty("headers");
  }

  private static ArrayNode parameters(ObjectNode operation) {
    return operation.withArrayProperty("parameters");
  }

  private static ObjectNode ref(String kind, String name) {
    return (ObjectNode) Json.tree(Map.of(REF, "#/components/" + kind + "/" + name));
  }
}
