package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.http.OpenApi;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.json.Json;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.Prerequisite;
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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the examples for no-code platforms send is taken, and what they look at is answered. */
@Tag("thorough")
class NoCodeExamplesTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("project.root", ".."), "examples", "no-code");
  private static final String ADDRESS = "https://svc.example.com";
  private static final Pattern WHOLE_EXPRESSION =
      Pattern.compile("=\\{\\{ ((?:(?!}}|\\{\\{).)*) }}", Pattern.DOTALL);
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

  private static TestServer server;
  private static Tenancy tenancy;
  private static String key;
  private static Client step;

  @BeforeAll
  static void start() {
    server = TestServer.shared();
    tenancy = new Tenancy(server);
    key = tenancy.key(Role.OPERATOR, Scope.REGISTER_WRITE, Scope.EVAL_WRITE, Scope.REDACT_WRITE);
    step = server.visitor().with("X-Api-Key", key);
  }

  private static JsonNode json(String name) throws IOException {
    return Json.readStored(Files.readString(EXAMPLES.resolve(name)));
  }

  /** The value of an expression of n8n, evaluated by Node.js over a workflow as the item. */
  private static JsonNode evaluated(String template, JsonNode workflow) throws Exception {
    if (Prerequisite.program("node").isEmpty()) {
      throw Prerequisite.missing("expressions of n8n need node");
    }
    Matcher expression = WHOLE_EXPRESSION.matcher(template);
    assertThat(expression.matches()).as("one expression without }} in it: %s", template).isTrue();
    Process process =
        new ProcessBuilder(
                "node",
                "-e",
                "const $json = JSON.parse(require('fs').readFileSync(0));"
                    + " process.stdout.write(%s)".formatted(expression.group(1)))
            .redirectErrorStream(true)
            .start();
    try (var input = process.getOutputStream()) {
      input.write(Json.text(workflow).getBytes(StandardCharsets.UTF_8));
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return Json.readStored(output);
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
    Answer answer = step.post(url.substring(ADDRESS.length()), Json.readStored(body));
    assertThat(answer.status()).as("%s %s", url, answer).isIn(200, 201);
    return answer.json();
  }

  @Test
  void n8n_registers_asks_and_redacts() throws Exception {
    JsonNode workflow = imported();
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
        answers.put(
            name,
            name.equals("Register")
                ? step.post("/v1/register", evaluated(body, workflow)).json()
                : sent(parameters.path("url").asText(), body.substring(1)));
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

  /** The template as n8n returns it after the import. */
  private static ObjectNode imported() throws IOException {
    return ((ObjectNode) json("n8n-workflow.json"))
        .put("id", "kYv2XrQdE1aBc0Zt")
        .put("active", true);
  }

  /** More nodes of the kinds that the registration distinguishes. */
  private static ObjectNode extended() throws IOException {
    ObjectNode workflow = imported().put("id", "rT7pLm3sVx9qWz2B").put("name", "Extended");
    ArrayNode nodes = (ArrayNode) workflow.path("nodes");
    Json.readStored(
            """
            [{"id": "a", "name": "Note", "type": "n8n-nodes-base.stickyNote", "parameters": {}},
             {"id": "b", "name": "Off", "type": "n8n-nodes-base.gmail", "disabled": true},
             {"id": "c", "name": "Mail", "type": "n8n-nodes-base.gmail",
              "parameters": {"resource": "message", "operation": "send"},
              "credentials": {"gmailOAuth2": {"id": "7", "name": "Mail"}}},
             {"id": "d", "name": "Feed", "type": "n8n-nodes-base.httpRequest",
              "parameters": {"url": "https://Feeds.example.com:8443/a?b=c"}},
             {"id": "e", "name": "Any", "type": "n8n-nodes-base.httpRequestTool",
              "parameters": {"method": "post", "url": "={{ $json.address }}"}},
             {"id": "f", "name": "Other", "type": "n8n-nodes-base.executeWorkflow",
              "parameters": {"workflowId": {"__rl": true, "mode": "id", "value": "wf_9"}}},
             {"id": "g", "name": "Agent", "type": "@n8n/n8n-nodes-langchain.agent"},
             {"id": "h", "name": "Model", "type": "@n8n/n8n-nodes-langchain.lmChatOpenAi",
              "credentials": {"openAiApi": {"id": "8", "name": "Models"}}},
             {"id": "i", "name": "Rows", "type": "n8n-nodes-acme.table",
              "parameters": {"operation": "={{ $json.what }}"}},
             {"id": "j", "name": "Hook", "type": "n8n-nodes-base.webhook", "parameters": {}}]
            """)
        .forEach(nodes::add);
    return workflow;
  }

  @Test
  void n8n_registers_what_a_scan_of_the_workflow_finds() throws Exception {
    Client admin = tenancy.admin();
    String upload = upload(admin);
    for (ObjectNode workflow : List.of(imported().put("id", "b8Kd0sTq4MfYcU1e"), extended())) {
      JsonNode first = admin.post(upload, workflow).json().path("scan");
      assertThat(first.path("newAssets").asInt() + first.path("changedAssets").asInt()).isOne();

      JsonNode sent = evaluated(registration(workflow), workflow);
      assertThat(step.post("/v1/register", sent).status()).isIn(200, 201);
      assertThat(changes(admin, workflow))
          .as("what a registration adds to a scan")
          .contains("settings[registeredSteps]")
          .isSubsetOf(
              "settings[registeredSteps]",
              "settings[dataClassification]",
              "settings[sensitiveData]",
              "owner");
      assertThat(sent.path("steps"))
          .hasSize(
              (int)
                  workflow
                      .path("nodes")
                      .valueStream()
                      .filter(node -> !node.path("disabled").asBoolean())
                      .filter(node -> !node.path("type").asText().endsWith("stickyNote"))
                      .count());

      JsonNode second = admin.post(upload, workflow).json().path("scan");
      assertThat(second.path("status").asText()).isEqualTo("completed");
      assertThat(second.path("driftFindings").asInt()).as("%s", second).isZero();
    }
  }

  @Test
  void the_first_scan_of_a_registered_n8n_workflow_finds_no_drift() throws Exception {
    Client admin = server.admin();
    String key = Tenancy.key(admin, Role.OPERATOR, Scope.REGISTER_WRITE);
    String upload = upload(admin);
    for (ObjectNode workflow : List.of(imported(), extended())) {
      JsonNode sent = evaluated(registration(workflow), workflow);
      Answer registered = server.visitor().with("X-Api-Key", key).post("/v1/register", sent);
      assertThat(registered.status()).isEqualTo(201);

      JsonNode scan = admin.post(upload, workflow).json().path("scan");

      assertThat(scan.path("newAssets").asInt()).as("%s", scan).isZero();
      assertThat(scan.path("changedAssets").asInt()).as("%s", scan).isOne();
      assertThat(scan.path("driftFindings").asInt()).as("%s", changes(admin, workflow)).isZero();
    }
  }

  @Test
  void the_first_scan_finds_connectors_that_were_not_registered() throws Exception {
    Client admin = server.admin();
    String key = Tenancy.key(admin, Role.OPERATOR, Scope.REGISTER_WRITE);
    JsonNode workflow = imported();
    String id = workflow.path("id").asText();
    Answer registered =
        server
            .visitor()
            .with("X-Api-Key", key)
            .post(
                "/v1/register",
                Map.of("workflow_id", id, "platform", "n8n", "steps", List.of("mail")));
    assertThat(registered.status()).isEqualTo(201);

    JsonNode scan = admin.post(upload(admin), workflow).json().path("scan");

    assertThat(scan.path("driftFindings").asInt()).as("%s", scan).isPositive();
  }

  private static String registration(JsonNode workflow) {
    return workflow
        .path("nodes")
        .valueStream()
        .filter(node -> node.path("name").asText().equals("Register"))
        .map(node -> node.at("/parameters/jsonBody").asText())
        .findFirst()
        .orElseThrow();
  }

  /** The address that takes exports for a new integration. */
  private static String upload(Client admin) {
    Map<String, String> config = Map.of("baseUrl", "https://n8n.example.com", "apiKey", "n8n_key");
    Answer created =
        admin.post(
            "/api/admin/integrations",
            Map.of("type", "n8n", "name", "Production", "config", config));
    return "/api/admin/integrations/" + created.json().at("/integration/id").asText() + "/import";
  }

  /** The paths of the last differences of an asset. */
  private static List<String> changes(Client admin, JsonNode workflow) {
    String asset =
        admin
            .get("/api/discovery?q=" + workflow.path("id").asText())
            .json()
            .at("/assets/0/id")
            .asText();
    return admin
        .get("/api/discovery/" + asset + "/diff")
        .json()
        .path("changes")
        .valueStream()
        .map(change -> change.path("path").asText())
        .toList();
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
  void the_power_automate_connector_matches_the_api() throws IOException {
    JsonNode connector = json("power-automate-connector.swagger.json");
    JsonNode ours = OpenApi.document();
    assertThat(connector.at("/securityDefinitions/api_key/name").asText()).isEqualTo("X-Api-Key");
    Map<String, JsonNode> examples =
        Map.of(
            "/register",
                Json.readStored(
                    "{\"workflow_id\": \"3f1c2b7a\", \"platform\": \"power_automate\"}"),
            "/eval",
                Json.readStored(
                    "{\"workflow_id\": \"3f1c2b7a\", \"platform\": \"power_automate\","
                        + " \"action\": {\"type\": \"tool_call\"}}"),
            "/redact", Json.readStored("{\"text\": \"Mail owner@example.com\"}"));

    for (Map.Entry<String, JsonNode> path : connector.path("paths").properties()) {
      String route = connector.path("basePath").asText() + path.getKey();
      JsonNode operation = path.getValue().path("post");
      assertThat(operation.path("x-ms-visibility").asText()).isEqualTo("important");
      JsonNode sent =
          definition(connector, operation.at("/parameters/0/schema")).path("properties");
      JsonNode accepted =
          resolved(
                  ours,
                  ours.path("paths")
                      .path(route)
                      .at("/post/requestBody/content/application~1json/schema"))
              .path("properties");
      assertThat(names(accepted)).as(route).containsAll(names(sent));
      Answer answer = step.post(route, examples.get(path.getKey()));
      assertThat(answer.status()).as("%s", answer).isIn(200, 201);
      assertThat(operation.path("responses").has("" + answer.status())).isTrue();
      JsonNode reported =
          definition(connector, operation.at("/responses/200/schema")).path("properties");
      assertThat(names(answer.json())).as(route).containsAll(names(reported));
      reported.properties().forEach(field -> checkType(field, answer.json()));
    }
    Answer rejection = step.post("/v1/redact", Json.readStored("{}"));
    assertThat(names(rejection.json()))
        .containsAll(names(connector.at("/definitions/Error/properties")));
  }

  private static void checkType(Map.Entry<String, JsonNode> field, JsonNode answer) {
    JsonNode value = answer.path(field.getKey());
    assertThat(field.getValue().has("x-ms-summary")).isTrue();
    boolean isValid =
        switch (field.getValue().path("type").asText()) {
          case "string" -> value.isTextual() || value.isNull();
          case "boolean" -> value.isBoolean();
          case "integer" -> value.isIntegralNumber();
          default -> false;
        };
    assertThat(isValid).as("%s is %s", field.getKey(), value).isTrue();
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
        throw Prerequisite.missing(program.get(0) + " is not there");
      }
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(process.waitFor()).as(output).isZero();
      assertThat(output)
          .contains("registered: registered risk ")
          .contains("to the model: Mail <EMAIL_ADDRESS_1>");
    }
  }
}
