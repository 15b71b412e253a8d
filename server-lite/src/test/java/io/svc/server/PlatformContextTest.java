package io.svc.server;

import static io.svc.server.Governed.expect;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.json.Json;
import io.svc.server.testing.Client;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decisions as steps of each platform ask for them. */
class PlatformContextTest {
  private TestServer server;
  private Tenancy tenancy;
  private Client step;

  @BeforeEach
  void start() {
    server = TestServer.shared();
    tenancy = new Tenancy(server);
    step = tenancy.program(Role.OPERATOR, Scope.EVAL_WRITE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n8n|n8n|\"kYv2XrQdE1aBc0Zt\"|991",
        "Zapier|zapier|208411973|\"019a8f3c-7d1e-7c3f-b0a4-2f1d8f3b6a77\"",
        "Make|make|1203347|\"5f3a1c9be2d94d11a0c7\"",
        "Power Automate|power_automate|\"3f1c2b7a-9c1d-4f0e-8a55-6d0b9f1e2c3d\"|\"08584419\""
      })
  void a_step_identifies_its_workflow_and_run(
      String spelling, String platform, String workflow, String run) {
    String body =
        """
        {"workflow_id": %s, "workflow_name": "Invoice intake", "platform": "%s", "run_id": %s,
         "trigger": "schedule",
         "action": {"type": "tool_call", "server": "stripe", "tool": "create_payment",
                    "destination": "https://api.stripe.com/v1/charges",
                    "arguments": {"amount": 900}},
         "context": {"step": "Charge card", "user": "owner@example.com", "environment": "production"}}
        """
            .formatted(workflow, spelling, run);

    JsonNode first = expect(200, step.post("/v1/eval", Json.readStored(body)));
    JsonNode second = expect(200, step.post("/v1/eval", Json.readStored(body)));

    assertThat(first.path("allowed").asBoolean()).isTrue();
    assertThat(second.path("agent_id")).isEqualTo(first.path("agent_id"));
    assertThat(second.path("session_id")).as("one run").isEqualTo(first.path("session_id"));
    JsonNode agent =
        expect(200, tenancy.admin().get("/api/agents/" + first.path("agent_id").asText()))
            .path("agent");
    assertThat(agent.path("platform").asText()).isEqualTo(platform);
    assertThat(agent.path("type").asText()).isEqualTo("workflow");
    assertThat(agent.path("name").asText()).isEqualTo("Invoice intake");
    assertThat(agent.path("externalId").asText()).isEqualTo(workflow.replace("\"", ""));
    JsonNode session =
        expect(200, tenancy.admin().get("/api/sessions/" + first.path("session_id").asText()))
            .path("session");
    assertThat(session.path("trigger").asText()).isEqualTo("schedule");
    assertThat(session.path("timeline").get(0).path("summary").asText())
        .isEqualTo("Run " + run.replace("\"", "") + " started by schedule");
    assertThat(session.path("timeline").toString()).contains("Charge card");
  }

  @Test
  void a_policy_for_a_platform_applies_in_any_spelling() {
    Governed governed = new Governed(server);
    String id =
        governed.policy(
            "draft",
            """
            version: 1
            kind: agent_policy
            metadata: {name: flows}
            rules:
              - {id: no-flows, effect: deny, reason: No flows., match: {platform: [power_automate]}}
            """);
    governed.move(id, io.svc.server.policies.Stage.ENFORCE, io.svc.server.policies.Stage.ENFORCE);
    Client flow = governed.tenancy().program(Role.OPERATOR, Scope.EVAL_WRITE);

    for (String spelling : new String[] {"Power Automate", "PowerAutomate", "microsoft-flow"}) {
      JsonNode decision =
          expect(
              200,
              flow.post(
                  "/v1/eval",
                  Map.of("workflow_id", "f1", "platform", spelling, "action", "tool_call")));
      assertThat(decision.path("allowed").asBoolean()).as(spelling).isFalse();
    }
  }

  @Test
  void blanks_that_a_template_leaves_are_as_if_not_sent() {
    JsonNode decision =
        expect(
            200,
            step.post(
                "/v1/eval",
                Json.readStored(
                    "{\"org_id\": \"\", \"agent_id\": null, \"workflow_id\": \"wf_1\","
                        + " \"platform\": \"n8n\", \"session_id\": \"\", \"run_id\": \"\","
                        + " \"action\": \"tool_call\", \"context\": {\"step\": \"\"}}")));

    assertThat(decision.path("session_id").asText()).startsWith("ses_");
  }
}
