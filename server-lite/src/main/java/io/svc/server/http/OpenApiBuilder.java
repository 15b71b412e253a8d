package io.svc.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.db.ListColumns;
import io.svc.server.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Builds the OpenAPI description from the fragments and the table of routes. The routes contain the
 * permissions and the rate limit of an operation. Common parts of operations, such as the response
 * to a caller without credentials, are defined once in {@code base.yaml}.
 */
public final class OpenApiBuilder {
  private static final String SHARED = "x-every-operation";
  private static final String SECURITY = "security";
  private static final String REF = "$ref";
  private static final String PROTOBUF = "application/x-protobuf";
  private static final String RATE_LIMIT = "x-rate-limit";
  private static final Pattern IN_PATH = Pattern.compile("\\{([^{}]+)}");

  private final Map<String, RouteAccess> access = new HashMap<>();
  private final Map<String, ListColumns> lists = new HashMap<>();
  private final ObjectNode document = OpenApiFragments.join();
  private final ObjectNode shared = (ObjectNode) document.remove(SHARED);
  private final ObjectNode components = (ObjectNode) document.path("components");

  private OpenApiBuilder(List<Api.Route> routes) {
    for (Api.Route route : routes) {
      String name = name(route.method().toString(), route.path());
      access.put(name, route.access());
      route.columns().ifPresent(columns -> lists.put(name, columns));
    }
  }

  private static String name(String method, String path) {
    return method.toUpperCase(Locale.ROOT) + " " + path;
  }

  /**
   * Returns the document. It includes a described operation without a route, without the values of
   * a route.
   */
  public static JsonNode build(List<Api.Route> routes) {
    return new OpenApiBuilder(routes).complete();
  }

  private JsonNode complete() {
    addValues("ErrorCode", ErrorCode.values());
    addValues("Role", Role.values());
    addValues("Scope", Scope.values());
    components.path("responses").forEach(OpenApiBuilder::nameRequest);
    for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
        complete(path.getKey(), method.getKey(), (ObjectNode) method.getValue());
      }
    }
    return document;
  }

  private void addValues(String schema, Enum<?>... values) {
    put(
        (ObjectNode) components.at("/schemas/" + schema),
        "enum",
        Stream.of(values).map(Enum::toString).toList());
  }

  private void complete(String path, String method, ObjectNode operation) {
    RouteAccess declared = access.get(name(method, path));
    if (declared != null) {
      addAccess(declared, operation);
    }
    addPathParameters(path, operation);
    Optional.ofNullable(lists.get(name(method, path)))
        .ifPresent(columns -> addList(columns, operation));
    addResponses(path, method, operation);
    if (operation.at("/requestBody/content").has(PROTOBUF)) {
      addProtobufErrors(operation);
    }
  }

  private static void addAccess(RouteAccess access, ObjectNode operation) {
    if (access.credential() != RouteAccess.Credential.NONE) {
      put(operation, SECURITY, security(access));
    } else if (!operation.has(SECURITY)) {
      // An open operation may describe a token of its own, such as the metrics token.
      operation.putArray(SECURITY);
    }
    access.permission().ifPresent(permission -> put(operation, "x-permission", permission));
    access.scope().ifPresent(scope -> put(operation, "x-scope", scope));
    put(operation, RATE_LIMIT, access.limit());
  }

  private static List<Map<String, List<String>>> security(RouteAccess access) {
    Stream<String> schemes =
        switch (access.credential()) {
          case NONE -> Stream.of();
          case SESSION_ONLY -> Stream.of("session");
          case KEY -> Stream.of(access.body().isPassedOn() ? "proxyKey" : "bearerKey", "headerKey");
          case SESSION, SESSION_OR_KEY -> Stream.of("session", "bearerKey", "headerKey");
        };
    return schemes.map(scheme -> Map.of(scheme, List.<String>of())).toList();
  }

  static void put(ObjectNode node, String name, Object value) {
    if (node.has(name)) {
      throw new IllegalStateException(
          "a fragment has " + name + ", which comes from the code: " + node);
    }
    node.set(name, Json.tree(value instanceof Enum<?> label ? label.toString() : value));
  }

  /**
   * Adds each path parameter that the operation does not describe: the component parameter of this
   * name, or one with the schema of this name.
   */
  private void addPathParameters(String path, ObjectNode operation) {
    Set<String> described = new HashSet<>();
    for (JsonNode parameter : operation.path("parameters")) {
      if (parameter.path("in").asText().equals("path")) {
        described.add(parameter.path("name").asText());
      }
    }
    List<JsonNode> added = new ArrayList<>();
    Matcher names = IN_PATH.matcher(path);
    while (names.find()) {
      if (!described.contains(names.group(1))) {
        added.add(pathParameter(names.group(1)));
      }
    }
    if (!added.isEmpty()) {
      operation.path("parameters").forEach(added::add);
      operation.putArray("parameters").addAll(added);
    }
  }

  private JsonNode pathParameter(String name) {
    if (components.path("parameters").has(name)) {
      return ref("parameters", name);
    }
    String schema = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    if (!components.path("schemas").has(schema)) {
      throw new IllegalStateException(
          "{" + name + "} is neither a parameter nor, as " + schema + ", a schema in components");
    }
    ObjectNode parameter = JsonNodeFactory.instance.objectNode();
    parameter.put("name", name).put("in", "path").put("required", true);
    return parameter.set("schema", ref("schemas", schema));
  }

  /** Adds the parameters of a list, and its CSV response. */
  private static void addList(ListColumns columns, ObjectNode operation) {
    List<String> orders =
        columns.names().stream().flatMap(name -> Stream.of(name, "-" + name)).toList();
    ArrayNode parameters = operation.withArrayProperty("parameters");
    parameters
        .addObject()
        .put("name", "sort")
        .put("in", "query")
        .put(
            "description",
            "The field to sort by, with `-` before it for descending order; equal entries are"
                + " ordered by their identifier, and no value is less than any other."
                + (columns.isPaged() ? " Applies to the latest 10,000 matching entries." : ""))
        .set("schema", Json.tree(Map.of("type", "string", "enum", orders)));
    parameters.add(ref("parameters", "Format"));
    if (columns.isPaged() && !parameters.findValuesAsText("name").contains("page_token")) {
      parameters.add(ref("parameters", "PageCursor"));
    }
    ((ObjectNode) operation.at("/responses/200/content"))
        .set("text/csv", Json.tree(Map.of("schema", Map.of("type", "string"))));
  }

  private void addResponses(String path, String method, ObjectNode operation) {
    boolean isRead = method.equals("get");
    boolean isLimited = !operation.path(RATE_LIMIT).asText("none").equals("none");
    ObjectNode operationResponses = operation.withObjectProperty("responses");
    TreeMap<String, JsonNode> responses = new TreeMap<>();
    operationResponses.properties().forEach(e -> responses.put(e.getKey(), e.getValue()));
    add(responses, "always", true);
    add(responses, "identified", isIdentified(operation));
    add(responses, "changing", !isRead);
    add(responses, "withPathParameter", path.contains("{"));
    add(responses, "conditional", has(operation, "IfMatch"));
    add(responses, "idempotent", has(operation, "IdempotencyKey"));
    add(responses, "limited", isLimited);
    if (isRead && isCacheable(operationResponses.path("200"))) {
      add(responses, "cacheable", true);
      headers(operationResponses.path("200")).set("ETag", ref("headers", "ETag"));
      operation.withArrayProperty("parameters").add(ref("parameters", "IfNoneMatch"));
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
    operationResponses.removeAll();
    operationResponses.setAll(responses);
  }

  private void add(Map<String, JsonNode> responses, String group, boolean applies) {
    if (applies) {
      shared
          .path(group)
          .properties()
          .forEach(e -> responses.putIfAbsent(e.getKey(), ref("responses", e.getValue().asText())));
    }
  }

  /**
   * Returns whether the caller must have a credential. An empty requirement among several means no.
   */
  private static boolean isIdentified(ObjectNode operation) {
    JsonNode security = operation.path(SECURITY);
    for (JsonNode requirement : security) {
      if (requirement.isEmpty()) {
        return false;
      }
    }
    return !security.isEmpty();
  }

  private static boolean has(ObjectNode operation, String parameter) {
    String reference = ref("parameters", parameter).path(REF).asText();
    return operation.path("parameters").findValuesAsText(REF).contains(reference);
  }

  /** Files are streamed, and a streamed response has no ETag. */
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

  /**
   * A client that sends Protocol Buffers also receives errors in Protocol Buffers, as OTLP
   * requires.
   */
  private void addProtobufErrors(ObjectNode operation) {
    ObjectNode responses = operation.withObjectProperty("responses");
    for (Map.Entry<String, JsonNode> response : responses.properties()) {
      String name = response.getValue().path(REF).asText();
      if (Integer.parseInt(response.getKey()) >= 400 && !name.isEmpty()) {
        String common = name.substring(name.lastIndexOf('/') + 1);
        ObjectNode errorResponse = components.path("responses").path(common).deepCopy();
        errorResponse
            .withObjectProperty("content")
            .putObject(PROTOBUF)
            .putObject("schema")
            .put("description", "A google.rpc.Status.");
        response.setValue(errorResponse);
      }
    }
  }

  private static JsonNode ref(String kind, String name) {
    return Json.tree(Map.of(REF, "#/components/" + kind + "/" + name));
  }
}
