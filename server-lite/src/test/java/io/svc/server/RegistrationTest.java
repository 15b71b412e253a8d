package io.svc.server;

import static io.svc.server.Governed.assertRejected;
import static io.svc.server.Governed.expect;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.testing.Answer;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.Client;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What workflows tell of themselves, over HTTP. */
class RegistrationTest {
  private static final String REGISTER = "/v1/register";
  private static final String CANARY = "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc";

  private TestServer server;
  private Tenancy tenancy;
  private Client program;

  @BeforeEach
  void start() {
    server = TestServer.shared();
    tenancy = new Tenancy(server);
    program = tenancy.program(Role.OPERATOR, Scope.REGISTER_WRITE, Scope.EVAL_WRITE);
  }

  private static Map<String, Object> invoices() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("workflow_id", "wf_123");
    body.put("name", "Invoice intake");
    body.put("platform", "n8n");
    body.put("owner", "owner@example.com");
    body.put("environment", "production");
    body.put("url", "https://n8n.example.com/workflow/wf_123");
    body.put("version", "12");
    body.put("trigger", "schedule");
    body.put(
        "steps",
        List.of(
            Map.of("id", "s1", "type", "gmail.read", "name", "Read"),
            Map.of("id", "s2", "type", "stripe.create_payment", "name", "Pay")));
    body.put(
        "connectors",
        List.of(
            Map.of(
                "name", "gmail", "operations", List.of("send"), "scopes", List.of("gmail.send"))));
    body.put("data_classification", List.of("pii"));
    body.put("tags", List.of("finance"));
    body.put("metadata", Map.of("cost_center", 4711));
    return body;
  }

  private static Map<String, Object> with(Map<String, Object> body, String name, Object value) {
    Map<String, Object> changed = new LinkedHashMap<>(body);
    changed.put(name, value);
    return changed;
  }

  private JsonNode agent(String id) {
    return expect(200, tenancy.admin().get("/api/agents/" + id)).path("agent");
  }

  private JsonNode onlyAsset() {
    JsonNode assets = expect(200, tenancy.admin().get("/api/discovery")).path("assets");
    assertThat(assets).hasSize(1);
    return assets.get(0);
  }

  @Test
  void the_first_call_registers_and_later_ones_return_the_state() {
    JsonNode first = expect(201, program.post(REGISTER, invoices()));
    JsonNode second = expect(200, program.post(REGISTER, invoices()));

    assertThat(first.path("created").asBoolean()).isTrue();
    assertThat(second.path("created").asBoolean()).isFalse();
    assertThat(second.path("agent_id")).isEqualTo(first.path("agent_id"));
    assertThat(second.path("fingerprint")).isEqualTo(first.path("fingerprint"));
    assertThat(first.path("status").asText()).isEqualTo("registered");
    assertThat(first.path("lifecycle_state").asText()).isEqualTo("registered");
    assertThat(first.path("certification_status").asText()).isEqualTo("NOT_CERTIFIED");
    assertThat(first.path("risk_score").asInt()).isGreaterThan(20);
    assertThat(first.path("drift")).isEmpty();
    assertThat(first.path("links").path("agent").asText())
        .isEqualTo("/agents/" + first.path("agent_id").asText());

    JsonNode agent = agent(first.path("agent_id").asText());
    assertThat(agent.path("riskScore")).isEqualTo(first.path("risk_score"));
    assertThat(agent.path("riskFactors")).isNotEmpty();
    assertThat(agent.path("name").asText()).isEqualTo("Invoice intake");
    assertThat(agent.path("owner").path("name").asText()).isEqualTo("owner@example.com");
    assertThat(agent.path("environment").asText()).isEqualTo("production");
    assertThat(agent.path("version").asText()).isEqualTo("12");
    assertThat(agent.path("type").asText()).isEqualTo("workflow");
    assertThat(agent.path("connectors").get(0).path("name").asText()).isEqualTo("gmail");
    assertThat(agent.path("dataClassifications").get(0).asText()).isEqualTo("pii");
    assertThat(agent.path("labels").path("cost_center").asText()).isEqualTo("4711");

    JsonNode asset = onlyAsset();
    assertThat(asset.path("presence").asText("new")).isNotEqualTo("changed");
    assertThat(asset.path("name").asText()).isEqualTo("Invoice intake");
    assertThat(asset.toString()).contains("register_api");
  }

  @Test
  void an_identifier_and_a_platform_are_enough_and_so_is_a_name() {
    JsonNode least =
        expect(201, program.post(REGISTER, Map.of("workflowId", 4711, "platform", "Make.com")));
    JsonNode named = expect(201, program.post(REGISTER, Map.of("name", "nightly-report")));

    assertThat(least.path("workflow_id").asText()).isEqualTo("4711");
    assertThat(least.path("platform").asText()).isEqualTo("make");
    assertThat(named.path("workflow_id").asText()).isEqualTo("nightly-report");
    assertThat(named.path("platform").asText()).isEqualTo("code");
    assertThat(agent(named.path("agent_id").asText()).path("type").asText()).isEqualTo("agent");
  }

  @Test
  void one_platform_in_any_spelling_is_one_agent() {
    String first =
        expect(
                201,
                program.post(REGISTER, Map.of("workflow_id", "f1", "platform", "Power Automate")))
            .path("agent_id")
            .asText();
    for (String spelling : List.of("power_automate", "Microsoft Power Automate", "PowerAutomate")) {
      JsonNode again =
          expect(200, program.post(REGISTER, Map.of("workflow_id", "f1", "platform", spelling)));
      assertThat(again.path("agent_id").asText()).isEqualTo(first);
      assertThat(again.path("platform").asText()).isEqualTo("power_automate");
      assertThat(
              expect(
                      200,
                      program.post(
                          "/v1/eval",
                          Map.of("workflow_id", "f1", "platform", spelling, "action", "tool_call")))
                  .path("agent_id")
                  .asText())
          .isEqualTo(first);
    }
  }

  @Test
  void what_is_not_sent_stays_and_null_takes_it_back() {
    String id = expect(201, program.post(REGISTER, invoices())).path("agent_id").asText();
    JsonNode before = expect(200, program.post(REGISTER, invoices()));

    JsonNode least =
        expect(200, program.post(REGISTER, Map.of("workflow_id", "wf_123", "platform", "n8n")));
    assertThat(least.path("fingerprint")).isEqualTo(before.path("fingerprint"));
    assertThat(agent(id).path("tags")).hasSize(1);

    Map<String, Object> less = with(invoices(), "environment", null);
    less.put("connectors", List.of());
    less.put("tags", null);
    JsonNode after = expect(200, program.post(REGISTER, less));
    assertThat(after.path("fingerprint")).isNotEqualTo(before.path("fingerprint"));
    JsonNode agent = agent(id);
    assertThat(agent.path("tags")).isEmpty();
    assertThat(agent.path("connectors")).isEmpty();
    assertThat(agent.path("environment").isNull()).isTrue();
  }

  @Test
  void the_order_of_steps_is_part_of_what_drift_notices() {
    JsonNode before = expect(201, program.post(REGISTER, invoices()));
    Map<String, Object> turned =
        with(
            invoices(),
            "steps",
            List.of(
                Map.of("id", "s2", "type", "stripe.create_payment", "name", "Pay"),
                Map.of("id", "s1", "type", "gmail.read", "name", "Read")));

    JsonNode after = expect(200, program.post(REGISTER, turned));

    assertThat(after.path("fingerprint")).isNotEqualTo(before.path("fingerprint"));
    String assetId = onlyAsset().path("id").asText();
    JsonNode diff = expect(200, tenancy.admin().get("/api/discovery/" + assetId + "/diff"));
    assertThat(diff.toString())
        .contains("step_changed")
        .contains("s2 stripe.create_payment > s1 gmail.read");
  }

  @Test
  void of_many_who_register_first_at_once_one_does() {
    List<Answer> answers =
        AtOnce.run(8, i -> program.post(REGISTER, with(invoices(), "version", "v" + i)));

    assertThat(answers).extracting(Answer::status).containsOnly(200, 201);
    assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
    assertThat(answers.stream().map(a -> a.json().path("agent_id").asText()).distinct()).hasSize(1);
    onlyAsset();
  }

  @Test
  void one_that_was_seen_to_act_is_registered_and_stays_the_same() {
    JsonNode decision =
        expect(
            200,
            program.post(
                "/v1/eval",
                Map.of("workflow_id", "wf_123", "platform", "n8n", "action", "tool_call")));

    JsonNode registered = expect(201, program.post(REGISTER, invoices()));

    assertThat(registered.path("agent_id")).isEqualTo(decision.path("agent_id"));
    assertThat(registered.path("lifecycle_state").asText()).isEqualTo("registered");
    assertThat(onlyAsset().path("name").asText()).isEqualTo("Invoice intake");
  }

  @Test
  void one_that_people_rejected_or_retired_stays_so() {
    String id = expect(201, program.post(REGISTER, invoices())).path("agent_id").asText();
    expect(
        200,
        tenancy
            .admin()
            .post(
                "/api/lifecycle/agents/" + id + "/transition",
                Map.of("toState", "retired", "reason", "replaced")));
    JsonNode retired = expect(200, program.post(REGISTER, invoices()));
    assertThat(retired.path("status").asText()).isEqualTo("retired");
    assertThat(retired.path("lifecycle_state").asText()).isEqualTo("retired");

    expect(
        200,
        program.post(
            "/v1/eval", Map.of("workflow_id", "odd", "platform", "n8n", "action", "tool_call")));
    String odd = "";
    for (JsonNode asset : expect(200, tenancy.admin().get("/api/discovery")).path("assets")) {
      odd = asset.path("name").asText().equals("odd") ? asset.path("id").asText() : odd;
    }
    expect(
        200,
        tenancy
            .admin()
            .post("/api/discovery/review", Map.of("assetId", odd, "decision", "reject")));
    JsonNode rejected =
        expect(201, program.post(REGISTER, Map.of("workflow_id", "odd", "platform", "n8n")));
    assertThat(rejected.path("status").asText()).isEqualTo("rejected");
    assertThat(rejected.path("lifecycle_state").asText()).isEqualTo("discovered");
    expect(200, program.post(REGISTER, Map.of("workflow_id", "odd", "platform", "n8n")));
  }

  @Test
  void an_owner_that_people_named_is_not_overwritten() {
    String id = expect(201, program.post(REGISTER, invoices())).path("agent_id").asText();
    String member = tenancy.memberId();
    expect(
        200,
        tenancy
            .admin()
            .post(
                "/api/lifecycle/agents/" + id + "/transition",
                Map.of("toState", "testing", "owner", Map.of("userId", member))));

    expect(200, program.post(REGISTER, with(invoices(), "owner", "thief@example.com")));

    assertThat(agent(id).path("owner").path("userId").asText()).isEqualTo(member);
    assertThat(agent(id).path("lifecycleState").asText()).isEqualTo("testing");
  }

  @Test
  void no_secret_is_stored_or_answered_and_that_there_was_one_counts() throws Exception {
    JsonNode clean = expect(201, program.post(REGISTER, with(invoices(), "workflow_id", "clean")));
    Map<String, Object> body = with(invoices(), "workflow_id", "leaky");
    body.put("url", "https://user:" + CANARY + "@n8n.example.com/?token=" + CANARY);
    body.put("metadata", Map.of("api_key", CANARY, "nested", Map.of("note", "use " + CANARY)));
    body.put(
        "steps",
        List.of(
            Map.of(
                "id",
                "s1",
                "type",
                "http",
                "name",
                CANARY,
                "parameters",
                Map.of("header", "Bearer " + CANARY))));

    JsonNode leaky = expect(201, program.post(REGISTER, body));

    assertThat(leaky.path("risk_score").asInt()).isGreaterThan(clean.path("risk_score").asInt());
    assertThat(leaky.toString()).doesNotContain(CANARY);
    assertThat(agent(leaky.path("agent_id").asText()).toString()).doesNotContain(CANARY);
    assertThat(tenancy.admin().get("/api/discovery").text()).doesNotContain(CANARY);
    assertThat(tenancy.admin().get("/api/admin/audit-log").text()).doesNotContain(CANARY);
    try (Stream<Path> files = Files.walk(server.directory())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(
                new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1))
            .as("%s", file)
            .doesNotContain(CANARY);
      }
    }
  }

  @Test
  void what_is_wrong_is_reported_at_once() {
    assertRejected(400, "validation_failed", program.post(REGISTER, Map.of("owner", "x")));
    assertRejected(400, "validation_failed", program.post(REGISTER, Map.of("workflow_id", "wf_1")));
    JsonNode body =
        assertRejected(
            400,
            "validation_failed",
            program.post(
                REGISTER,
                Map.of(
                    "workflow_id", "wf_1",
                    "platform", "n8n",
                    "steps", List.of(Map.of("x", 1)),
                    "connectors", List.of(Map.of("scopes", List.of("a"))),
                    "tags", "x".repeat(201))));
    assertThat(body.path("errors").findValuesAsText("field"))
        .containsExactlyInAnyOrder("steps[0].type", "connectors[0].name", "tags", "steps[0].x");
    assertRejected(
        403,
        "org_mismatch",
        program.post(REGISTER, with(invoices(), "org_id", "org_00000000000000000000000000")));
    expect(201, program.post(REGISTER, with(invoices(), "org_id", tenancy.org().value())));
  }

  @Test
  void a_request_that_is_sent_again_is_answered_as_the_first_time() {
    Client once = program.with("Idempotency-Key", "deploy-7");
    Answer first = once.post(REGISTER, invoices());
    Answer again = once.post(REGISTER, invoices());

    assertThat(first.status()).isEqualTo(201);
    assertThat(again.status()).isEqualTo(201);
    assertThat(again.text()).isEqualTo(first.text());
    assertRejected(
        409, "idempotency_conflict", once.post(REGISTER, with(invoices(), "version", "13")));
  }

  @Test
  void applied_policies_are_returned_and_changes_are_audited() {
    Governed governed = new Governed(server);
    String policy = governed.policyAt(io.svc.server.policies.Stage.OBSERVE);
    Client other = governed.tenancy().program(Role.OPERATOR, Scope.REGISTER_WRITE);

    JsonNode answer = expect(201, other.post(REGISTER, invoices()));
    expect(200, other.post(REGISTER, with(invoices(), "version", "13")));

    assertThat(answer.path("policies").toString()).contains(policy).contains("observe");
    String log = governed.admin().get("/api/admin/audit-log").text();
    assertThat(log).contains("agent.register").contains("agent.update");
  }
}
