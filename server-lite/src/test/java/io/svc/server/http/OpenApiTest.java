package io.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.json.Json;
import io.svc.server.testing.ContractCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The OpenAPI document, which the build writes from the YAML files and the table of routes. */
class OpenApiTest {
  private static final Path ROOT = Path.of(System.getProperty("project.root"));
  private static final JsonNode DOCUMENT = OpenApi.document();

  /** One operation of the document, with its place. */
  private record Operation(String path, String method, JsonNode node) {
    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  private static List<Operation> operations() {
    List<Operation> operations = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : DOCUMENT.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
        operations.add(new Operation(path.getKey(), method.getKey(), method.getValue()));
      }
    }
    return operations;
  }

  @Test
  void every_reference_leads_somewhere() {
    List<String> lost =
        DOCUMENT.findValuesAsText("$ref").stream()
            .filter(ref -> DOCUMENT.at(ref.substring(1)).isMissingNode())
            .toList();

    assertThat(lost).isEmpty();
  }

  /** In YAML a comma cuts a sentence in braces, and makes a name without a value of its rest. */
  @Test
  void no_description_is_cut_off_by_a_comma() {
    List<String> cut = new ArrayList<>();
    cut(DOCUMENT, cut);

    assertThat(cut).isEmpty();
  }

  private static void cut(JsonNode node, List<String> found) {
    for (Map.Entry<String, JsonNode> property : node.properties()) {
      if (property.getValue().isNull() && property.getKey().contains(" ")) {
        found.add(property.getKey());
      }
      cut(property.getValue(), found);
    }
    if (node.isArray()) {
      node.forEach(element -> cut(element, found));
    }
  }

  @Test
  void everything_among_the_components_is_referred_to() {
    var used = new TreeSet<>(DOCUMENT.findValuesAsText("$ref"));
    List<String> unused = new ArrayList<>();
    for (Map.Entry<String, JsonNode> kind : DOCUMENT.path("components").properties()) {
      kind.getValue()
          .fieldNames()
          .forEachRemaining(
              name -> {
                if (!used.contains("#/components/" + kind.getKey() + "/" + name)) {
                  unused.add(kind.getKey() + "/" + name);
                }
              });
    }
    unused.removeIf(name -> name.startsWith("securitySchemes/"));
    // What a path answers to other methods belongs to none of its operations.
    unused.remove("responses/MethodNotAllowed");

    assertThat(unused).isEmpty();
  }

  @Test
  void every_operation_has_a_description() {
    var tags = DOCUMENT.path("tags").findValuesAsText("name");
    List<String> ids = new ArrayList<>();
    for (Operation operation : operations()) {
      JsonNode node = operation.node();
      ids.add(node.path("operationId").asText());
      assertThat(node.path("operationId").asText())
          .as("%s", operation)
          .matches("[a-z][A-Za-z0-9]+");
      assertThat(node.path("summary").asText()).as("%s", operation).matches("[A-Z].*[^.]");
      assertThat(node.path("tags")).as("%s", operation).hasSize(1);
      assertThat(tags).as("%s", operation).contains(node.path("tags").path(0).asText());
      assertThat(node.has("security")).as("security of %s", operation).isTrue();
      assertThat(node.has("x-rate-limit")).as("x-rate-limit of %s", operation).isTrue();
    }

    assertThat(ids).doesNotHaveDuplicates();
  }

  @Test
  void every_operation_declares_the_parameters_of_its_path() {
    for (Operation operation : operations()) {
      var declared = new TreeSet<String>();
      for (JsonNode parameter : operation.node().path("parameters")) {
        JsonNode resolved =
            parameter.has("$ref")
                ? DOCUMENT.at(parameter.path("$ref").asText().substring(1))
                : parameter;
        assertThat(resolved.path("schema").isObject()).as("%s", operation).isTrue();
        if (resolved.path("in").asText().equals("path")) {
          declared.add(resolved.path("name").asText());
        }
      }
      var inPath = new TreeSet<String>();
      Matcher braces = Pattern.compile("\\{([^}]+)}").matcher(operation.path());
      while (braces.find()) {
        inPath.add(braces.group(1));
      }

      assertThat(declared).as("%s", operation).isEqualTo(inPath);
    }
  }

  @Test
  void every_answer_with_a_body_has_a_schema() {
    for (Operation operation : operations()) {
      for (Map.Entry<String, JsonNode> response : operation.node().path("responses").properties()) {
        for (JsonNode content : response.getValue().path("content")) {
          assertThat(content.path("schema").isObject())
              .as("%s %s", operation, response.getKey())
              .isTrue();
        }
      }
    }
  }

  @Tag("thorough")
  @Test
  void every_body_of_a_request_has_an_example_that_is_valid() {
    for (Operation operation : operations()) {
      JsonNode body = operation.node().path("requestBody");
      if (body.isMissingNode()) {
        continue;
      }
      JsonNode content = body.path("content").path("application/json");
      assertThat(content.path("examples").isEmpty()).as("%s", operation).isFalse();
      String pointer =
          "/paths/"
              + operation.path().replace("/", "~1")
              + "/"
              + operation.method()
              + "/requestBody/content/application~1json/schema";
      for (JsonNode example : content.path("examples")) {
        assertThat(ContractCheck.errors(pointer, Json.text(example.path("value"))))
            .as("%s", operation)
            .isEmpty();
      }
    }
  }

  @Test
  void examples_of_schemas_are_valid() {
    for (Map.Entry<String, JsonNode> schema :
        DOCUMENT.path("components").path("schemas").properties()) {
      for (JsonNode example : schema.getValue().path("examples")) {
        assertThat(
                ContractCheck.errors("/components/schemas/" + schema.getKey(), Json.text(example)))
            .as("%s", schema.getKey())
            .isEmpty();
      }
    }
  }

  @Test
  void lists_the_values_of_enums() {
    assertThat(DOCUMENT.at("/components/schemas/Role/enum"))
        .isEqualTo(
            Json.readStored(
                """
                ["role_admin", "role_operator", "role_approver", "role_auditor", "role_viewer"]
                """));
    assertThat(DOCUMENT.at("/components/schemas/Scope/enum").toString())
        .startsWith("[\"reports:write\",\"governance:read\",");
    assertThat(DOCUMENT.at("/components/schemas/ErrorCode/enum").toString())
        .startsWith("[\"validation_failed\",");
  }

  @Test
  void the_api_page_lists_every_code_with_its_status() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/api/README.md"));
    List<String> reported =
        Pattern.compile("^\\| `([a-z_]+)` \\| (\\d{3}) \\|", Pattern.MULTILINE)
            .matcher(page)
            .results()
            .map(row -> row.group(1) + " " + row.group(2))
            .toList();

    assertThat(reported)
        .isEqualTo(Stream.of(ErrorCode.values()).map(code -> code + " " + code.status()).toList());
  }

  @Test
  void is_never_changed_by_who_reads_it() {
    ((ObjectNode) OpenApi.document()).removeAll();

    assertThat(OpenApi.document()).isEqualTo(DOCUMENT);
  }

  @Test
  void two_fragments_cannot_describe_the_same() {
    ObjectNode whole = (ObjectNode) Json.tree(Map.of("/api/agents", Map.of()));

    assertThatThrownBy(() -> OpenApiFragments.merge(whole, whole, "agents"))
        .hasMessage("\"/api/agents\" of agents.yaml is in another fragment too");
  }

  @Test
  void fields_are_the_required_properties_of_a_closed_object() {
    JsonNode schema =
        Json.readStored(
            """
            {"fields": {"id": {"fields": {"fields": {"type": "string"}}}, "note": {}},
             "optional": ["note"], "examples": [{"fields": 1}]}
            """);

    OpenApiFragments.completeObjects(schema, true);

    assertThat(schema)
        .isEqualTo(
            Json.readStored(
                """
                {"type": "object", "required": ["id"], "additionalProperties": false,
                 "properties": {
                   "id": {"type": "object", "required": ["fields"], "additionalProperties": false,
                          "properties": {"fields": {"type": "string"}}},
                   "note": {}},
                 "examples": [{"fields": 1}]}
                """));
  }

  @Test
  void optional_names_fields_only() {
    JsonNode schema = Json.readStored("{\"fields\": {\"id\": {}}, \"optional\": [\"note\"]}");

    assertThatThrownBy(() -> OpenApiFragments.completeObjects(schema, true))
        .hasMessage("[note] are optional, and are no fields");
  }

  @Test
  void a_fragment_cannot_repeat_what_comes_from_the_code() {
    ObjectNode operation = (ObjectNode) Json.tree(Map.of("operationId", "getIt", "x-scope", "*"));

    assertThatThrownBy(() -> OpenApiBuilder.put(operation, "x-scope", Scope.DASHBOARD))
        .hasMessage("a fragment has x-scope, which comes from the code: " + operation);
  }
}
