package io.svc.server.generated;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.OpenApi;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * One operation of the description.
 *
 * @param method in capitals
 * @param path with its places in braces
 * @param parameters all of them, references resolved
 * @param content by media type; empty when it takes no body
 * @param credentials names of the schemes that open it; empty when it is open to everybody
 */
record Operation(
    String method,
    String path,
    List<JsonNode> parameters,
    JsonNode content,
    Set<String> credentials) {
  private static final JsonNode DOCUMENT = OpenApi.document();

  /** All of the description. */
  static List<Operation> all() {
    List<Operation> operations = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : DOCUMENT.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
        operations.add(of(method.getKey(), path.getKey(), method.getValue()));
      }
    }
    return List.copyOf(operations);
  }

  private static Operation of(String method, String path, JsonNode node) {
    List<JsonNode> parameters = new ArrayList<>();
    node.path("parameters").forEach(parameter -> parameters.add(resolved(parameter)));
    List<String> credentials = new ArrayList<>();
    node.path("security").forEach(way -> way.fieldNames().forEachRemaining(credentials::add));
    return new Operation(
        method.toUpperCase(Locale.ROOT),
        path,
        List.copyOf(parameters),
        node.path("requestBody").path("content"),
        Set.copyOf(credentials));
  }

  /** What a node refers to, or itself. */
  static JsonNode resolved(JsonNode node) {
    JsonNode found = node;
    while (found.has("$ref")) {
      found = DOCUMENT.at(found.path("$ref").asText().substring(1));
    }
    return found;
  }

  String name() {
    return method + " " + path;
  }
}
