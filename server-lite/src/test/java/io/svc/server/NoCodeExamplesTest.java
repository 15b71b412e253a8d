package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.OpenApi;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.json.Json;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the examples for no-code platforms send is taken, and what they look at is answered. */
class NoCodeExamplesTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("project.root", ".."), "examples", "no-code");
  private static final String ADDRESS = "https://svc.example.com";
  private static final Pattern EXPRESSION = Pattern.compile("\\{\\{ ?(.*?) ?}}");

  /**
   * What platforms put in the places of expressions; quotes are in the texts where none are here.
   */
  private static final Map<String, String> VALUES =
      Map.of(
          "JSON.stringify($workflow.id)", "\"kYv2XrQdE1aBc0Zt\"",
          "JSON.stringify($workflow.name)", "\"Governed \\\"summary\\\"\"",
          "JSON.stringify($execution.id)", "\"991\"",
          "JSON.stringify($('Ticket').item.json.text)", "\"Mail owner@example.com\"",
          "1.id", "5f3a1c9be2d9",
          "2.json", "{\"text\": \"Mail owner@example.com\"}",
          "run", "019a8f3c");

  @TempDir private static Path directory;
  private static TestServer server;
  private static Tenancy tenancy;
  private static String key;
  private static Client step;

  @BeforeAll
  static void start() {
    server = TestServer.start(directory);
    tenancy = new Tenancy(server);
    key = tenancy.key(Role.OPERATOR, Scope.REGISTER_WRITE, Scope.EVAL_WRITE, Scope.REDACT_WRITE);
    step = server.visitor().with("X-Api-Key", key);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static JsonNode json(String name) throws IOException {
    return Json.own(Files.readString(EXAMPLES.resolve(name)));
  }

  private static JsonNode sent(String url, String template) {
    assertThat(url).startsWith(ADDRESS + "/v1/");
    Matcher matcher = EXPRESSION.matcher(template);
    String body =
        matcher.replaceAll(
            found -> {
              assertThat(VALUES).containsKey(found.group(1));
              return Matcher.quoteReplacement(VALUES.get(found.group(1)));
            });
    Answer answer = step.post(url.substring(ADDRESS.length()), Json.own(body));
    assertThat(answer.status()).as("%s %s", url, answer).isIn(200, 201);
    return answer.json();
  }

  @Test
  void n8n_registers_asks_and_redacts() throws IOException {
    JsonNode workflow = json("n8n-workflow.json");
    Map<String, JsonNode> nodes = new LinkedHashMap<>();
    Map<String, JsonNode> answers = new LinkedHashMap<>();
    for (JsonNode node : workflow.path("nodes")) {
      String name = node.path("name").asText();
      nodes.put(name, node);
      if (node.path("type").asText().equals("n8n-nodes-base.httpRequest")) {
        JsonNode parameters = node.path("parameters");
        assertThat(parameters.path("method").asText()).isEqualTo("POST");
        assertThat(parameters.path("genericAuthType").asText()).isEqualTo("httpHeaderAuth");
        String body = parameters.path("jsonBody").asText();
        assertThat(body).as("an expression").startsWith("=");
        answers.put(name, sent(parameters.path("url").asText(), body.substring(1)));
      }
    }

    assertThat(answers.get("Register").path("status").asText()).isEqualTo("registered");
    assertThat(answers.get("Register").path("platform").asText()).isEqualTo("n8n");
    JsonNode condition = nodes.get("Allowed?").at("/parameters/conditions/conditions/0");
    assertThat(condition.path("leftValue").asText()).isEqualTo("={{ $json.allowed }}");
    assertThat(answers.get("May it?").path("allowed").isBoolean()).isTrue();
    assertThat(answers.get("May it?").path("agent_id"))
        .isEqualTo(answers.get("Register").path("agent_id"));
    assertThat(answers.get("Redact").path("redacted_text").asText())
        .isEqualTo("Mail <EMAIL_ADDRESS_1>");
    workflow
        .path("connections")
        .properties()
        .forEach(
            from -> {
              assertThat(nodes).containsKey(from.getKey());
              from.getValue()
                  .path("main")
                  .forEach(way -> assertThat(nodes).containsKey(way.at("/0/node").asText()));
            });
  }

  @Test
  void make_asks_and_redacts() throws IOException {
    List<JsonNode> answers = new ArrayList<>();
    for (JsonNode module : json("make-blueprint.json").path("flow")) {
      if (module.path("module").asText().equals("http:ActionSendData")) {
        JsonNode mapper = module.path("mapper");
        assertThat(mapper.at("/headers/0/name").asText()).isEqualTo("X-Api-Key");
        answers.add(sent(mapper.path("url").asText(), mapper.path("data").asText()));
      }
    }

    assertThat(answers).hasSize(2);
    assertThat(answers.get(0).path("allowed").asBoolean()).isTrue();
    assertThat(answers.get(1).at("/redacted/ticket/text").asText())
        .isEqualTo("Mail <EMAIL_ADDRESS_1>");
  }

  @Test
  void zapier_asks_and_its_code_sends_what_is_taken() throws IOException {
    JsonNode ask = json("zapier-steps.json").at("/steps/0/settings");
    JsonNode decision = sent(ask.path("url").asText(), ask.path("data").asText());
    assertThat(decision.path("allowed").asBoolean()).isTrue();

    String code = Files.readString(EXAMPLES.resolve("zapier-redact.js"));
    assertThat(code).contains(ADDRESS + "/v1/redact", "'X-Api-Key': inputData.key");
    assertThat(code).contains("workflow_id:", "platform: 'zapier'", "run_id:", "text:");
  }

  @Test
  void the_connector_of_power_automate_says_what_the_interface_says() throws IOException {
    JsonNode connector = json("power-automate-connector.swagger.json");
    JsonNode ours = OpenApi.document();
    assertThat(connector.at("/securityDefinitions/api_key/name").asText()).isEqualTo("X-Api-Key");
    Map<String, JsonNode> examples =
        Map.of(
            "/register",
                Json.own("{\"workflow_id\": \"3f1c2b7a\", \"platform\": \"power_automate\"}"),
            "/eval",
                Json.own(
                    "{\"workflow_id\": \"3f1c2b7a\", \"platform\": \"power_automate\","
                        + " \"action\": {\"type\": \"tool_call\"}}"),
            "/redact", Json.own("{\"text\": \"Mail owner@example.com\"}"));

    for (Map.Entry<String, JsonNode> path : connector.path("paths").properties()) {
      String route = connector.path("basePath").asText() + path.getKey();
      JsonNode operation = path.getValue().path("post");
      assertThat(operation.path("x-ms-visibility").asText()).isEqualTo("important");
      JsonNode sent =
          definition(connector, operation.at("/parameters/0/schema")).path("properties");
      JsonNode taken =
          resolved(
                  ours,
                  ours.path("paths")
                      .path(route)
                      .at("/post/requestBody/content/application~1json/schema"))
              .path("properties");
      assertThat(names(taken)).as(route).containsAll(names(sent));
      Answer answer = step.post(route, examples.get(path.getKey()));
      assertThat(answer.status()).as("%s", answer).isIn(200, 201);
      assertThat(operation.path("responses").has("" + answer.status())).isTrue();
      JsonNode told =
          definition(connector, operation.at("/responses/200/schema")).path("properties");
      assertThat(names(answer.json())).as(route).containsAll(names(told));
      told.properties().forEach(field -> checkType(field, answer.json()));
    }
    Answer refusal = step.post("/v1/redact", Json.own("{}"));
    assertThat(names(refusal.json()))
        .containsAll(names(connector.at("/definitions/Error/properties")));
  }

  private static void checkType(Map.Entry<String, JsonNode> field, JsonNode answer) {
    JsonNode value = answer.path(field.getKey());
    assertThat(field.getValue().has("x-ms-summary")).isTrue();
    boolean fits =
        switch (field.getValue().path("type").asText()) {
          case "string" -> value.isTextual() || value.isNull();
          case "boolean" -> value.isBoolean();
          case "integer" -> value.isIntegralNumber();
          default -> false;
        };
    assertThat(fits).as("%s is %s", field.getKey(), value).isTrue();
  }

  private static JsonNode definition(JsonNode document, JsonNode schema) {
    return resolved(document, schema);
  }

  private static JsonNode resolved(JsonNode document, JsonNode schema) {
    return schema.has("$ref") ? document.at(schema.path("$ref").asText().substring(1)) : schema;
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  @Test
  void programs_in_code_do_the_same() throws Exception {
    for (List<String> program :
        List.of(List.of("python3", "governed.py"), List.of("node", "governed.mjs"))) {
      ProcessBuilder builder =
          new ProcessBuilder(
              program.get(0),
              EXAMPLES.resolve(program.get(1)).toString(),
              "Mail owner@example.com");
      builder.environment().put("SVC_URL", server.address().toString());
      builder.environment().put("SVC_API_KEY", key);
      builder.redirectErrorStream(true);
      Process process;
      try {
        process = builder.start();
      } catch (IOException e) {
        throw io.svc.server.testing.Prerequisite.missing(program.get(0) + " is not there");
      }
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(process.waitFor()).as(said).isZero();
      assertThat(said)
          .contains("registered: registered risk ")
          .contains("to the model: Mail <EMAIL_ADDRESS_1>");
    }
  }
}
