package io.svc.server.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import io.svc.server.http.OpenApi;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Holds every answer of every test against the description of the interface: the status must be
 * among those of the operation, the type among those of the status, headers and body as described.
 * What is at no path, or at a path with another method, must be refused with the one error body.
 */
public final class ContractCheck {
  private static final String ROOT = "app:///openapi.json";
  private static final String ERROR = "/components/schemas/ErrorResponse";

  /** What an unknown path or method may be answered with. */
  private static final Set<Integer> WITHOUT_OPERATION = Set.of(400, 404, 405, 431);

  private static final JsonNode DOCUMENT = OpenApi.document();
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(
          Dialects.getOpenApi31(),
          builder ->
              builder
                  .schemas(Map.of(ROOT, Json.text(DOCUMENT)))
                  .schemaRegistryConfig(
                      SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));
  private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();
  private static final List<PathPattern> PATHS = paths();

  /** What stands behind this route is the address of another server, slashes and all. */
  private static final String PROXY = "/v1/proxy/{target}";

  private ContractCheck() {}

  /** A path of the document; those without parameters are looked at first. */
  private record PathPattern(String template, Pattern pattern) {}

  private static List<PathPattern> paths() {
    List<PathPattern> paths = new ArrayList<>();
    DOCUMENT
        .path("paths")
        .fieldNames()
        .forEachRemaining(
            template ->
                paths.add(
                    new PathPattern(
                        template,
                        Pattern.compile(
                            template.equals(PROXY)
                                ? "/v1/proxy/.+"
                                : "\\Q"
                                    + template.replaceAll("\\{[^}]+}", "\\\\E[^/]+\\\\Q")
                                    + "\\E"))));
    paths.sort(Comparator.comparing(path -> path.template().contains("{")));
    return List.copyOf(paths);
  }

  /** Fails when an answer is not as the description says. */
  public static void check(Answer answer) {
    List<String> problems = problems(answer);
    if (!problems.isEmpty()) {
      throw new AssertionError(
          "The answer is not as the interface description says:\n  "
              + String.join("\n  ", problems)
              + "\n"
              + answer);
    }
  }

  /** What is wrong with an answer; nothing when it is as described. */
  public static List<String> problems(Answer answer) {
    String[] words = answer.route().split(" ", 2);
    // A slash at the end changes nothing; nobody is told to write one.
    String path = words[1].split("\\?", 2)[0].replaceAll("(?<=[^/])/$", "");
    boolean isHead = words[0].equals("HEAD");
    boolean isWritten = words[0].equals(words[0].toUpperCase(Locale.ROOT));
    // Methods are told apart by case: "get" is one that no operation has.
    String method = isHead ? "get" : isWritten ? words[0].toLowerCase(Locale.ROOT) : words[0] + "?";
    Optional<String> template = template(path, method);
    Optional<String> operation = template.map(t -> operation(t, method));
    if (operation.isEmpty() && isOfDashboard(answer, path)) {
      return List.of();
    }
    if (operation.isEmpty()) {
      return WITHOUT_OPERATION.contains(answer.status())
          ? isHead ? List.of() : body(answer, ERROR)
          : List.of("there is no operation for " + answer.route());
    }
    boolean isAnothers =
        template.filter(PROXY::equals).isPresent()
            && answer.status() != 202
            && answer.header("X-Svc-Error").isEmpty();
    if (isAnothers) {
      return List.of();
    }
    String response = operation.get() + "/responses/" + answer.status();
    if (DOCUMENT.at(response).isMissingNode()) {
      return List.of("the operation has no answer " + answer.status());
    }
    JsonNode reference = DOCUMENT.at(response).path("$ref");
    String resolved = reference.isMissingNode() ? response : reference.asText().substring(1);
    List<String> problems = new ArrayList<>(headers(answer, DOCUMENT.at(resolved)));
    if (!isHead) {
      problems.addAll(content(answer, resolved));
    }
    return problems;
  }

  /** Pages and their files are for people, and are not described; nothing of the API is one. */
  private static boolean isOfDashboard(Answer answer, String path) {
    String type = answer.header("Content-Type").orElse("");
    return !path.startsWith("/api/")
        && !path.startsWith("/v1/")
        && (type.startsWith("text/html")
            || (path.startsWith("/assets/") && answer.status() == 200));
  }

  /**
   * The path of the document that a path belongs to: the first that has the method, since what a
   * plain path lacks may be one of a variable's.
   */
  static Optional<String> template(String path, String method) {
    return PATHS.stream()
        .filter(candidate -> candidate.pattern().matcher(path).matches())
        .map(PathPattern::template)
        .filter(template -> !DOCUMENT.at(operation(template, method)).isMissingNode())
        .findFirst();
  }

  private static String operation(String template, String method) {
    return "/paths/" + escaped(template) + "/" + method;
  }

  private static List<String> headers(Answer answer, JsonNode response) {
    List<String> problems = new ArrayList<>();
    for (Map.Entry<String, JsonNode> named : response.path("headers").properties()) {
      JsonNode header = resolve(named.getValue());
      Optional<String> value = answer.header(named.getKey());
      if (value.isEmpty() && header.path("required").asBoolean()) {
        problems.add("the header " + named.getKey() + " is missing");
      }
      String pattern = resolve(header.path("schema")).path("pattern").asText(".*");
      if (value.isPresent() && !Pattern.compile(pattern).matcher(value.get()).find()) {
        problems.add("the header " + named.getKey() + " is \"" + value.get() + '"');
      }
    }
    return problems;
  }

  private static JsonNode resolve(JsonNode node) {
    return node.has("$ref") ? DOCUMENT.at(node.path("$ref").asText().substring(1)) : node;
  }

  private static List<String> content(Answer answer, String response) {
    JsonNode content = DOCUMENT.at(response + "/content");
    if (content.isMissingNode()) {
      return answer.bytes().length == 0 ? List.of() : List.of("a body where none is described");
    }
    String type = answer.header("Content-Type").orElse("").split(";", 2)[0].strip();
    if (!content.has(type)) {
      return List.of("the type \"" + type + "\" is not described");
    }
    String schema = response + "/content/" + escaped(type) + "/schema";
    return type.endsWith("json") ? body(answer, schema) : List.of();
  }

  private static List<String> body(Answer answer, String schema) {
    List<String> problems = new ArrayList<>();
    for (Error error : errors(schema, answer.text())) {
      problems.add(error.getInstanceLocation() + ": " + error.getMessage());
    }
    if (answer.status() >= 400
        && answer.json().has("code")
        && answer.json().path("status").asInt() != answer.status()) {
      problems.add("the body tells another status than the answer has");
    }
    problems.addAll(timeline(answer));
    return problems;
  }

  /** A timeline starts with its session, and its timestamps never decrease. */
  private static List<String> timeline(Answer answer) {
    JsonNode timeline = answer.json().path("session").path("timeline");
    List<String> problems = new ArrayList<>();
    for (int i = 1; i < timeline.size(); i++) {
      if (at(timeline, i).isBefore(at(timeline, i - 1))) {
        problems.add("entry " + i + " of the timeline is earlier than the one before");
      }
    }
    if (!timeline.isEmpty()
        && !answer.route().contains("offset=")
        && !answer.route().contains("cursor=")
        && !timeline.path(0).path("type").asText().equals("session_started")) {
      problems.add("the timeline does not start with the session");
    }
    return problems;
  }

  private static Instant at(JsonNode timeline, int index) {
    return Instant.parse(timeline.path(index).path("timestamp").asText());
  }

  /** What is wrong with JSON, by a schema at a pointer into the document. */
  public static List<Error> errors(String pointer, String json) {
    return SCHEMAS
        .computeIfAbsent(pointer, ContractCheck::compile)
        .validate(json, InputFormat.JSON);
  }

  private static Schema compile(String pointer) {
    return REGISTRY.getSchema(SchemaLocation.of(ROOT + "#" + pointer));
  }

  private static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }
}
